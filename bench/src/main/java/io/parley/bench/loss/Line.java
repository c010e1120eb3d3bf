package io.parley.bench.loss;

import java.util.List;

/**
 * What lies between both ends, the same in both directions.
 *
 * @param lossPercent of packets
 * @param delayMillis one way
 * @param kilobitsPerSecond 0 for no bound
 * @param forgetSeconds after how much time a NAT gives the client another port, again and again; 0 for never
 */
record Line(double lossPercent, int delayMillis, double kilobitsPerSecond, double forgetSeconds) {
    /** The arguments of the program that makes it. */
    List<String> arguments() {
        return List.of(
                "--loss=" + lossPercent,
                "--delay=" + delayMillis,
                "--rate=" + kilobitsPerSecond,
                "--forget=" + forgetSeconds);
    }

    int roundTripMillis() {
        return 2 * delayMillis;
    }
}
