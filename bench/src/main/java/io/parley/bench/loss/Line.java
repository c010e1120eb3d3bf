package io.parley.bench.loss;

import java.util.List;

/**
 * Properties of the simulated line between both ends, the same in both directions.
 *
 * @param lossPercent percentage of packets that are lost
 * @param delayMillis delay in one direction
 * @param kilobitsPerSecond bandwidth; 0 for no limit
 * @param forgetSeconds interval at which a NAT maps the client to another port; 0 for never
 */
record Line(double lossPercent, int delayMillis, double kilobitsPerSecond, double forgetSeconds) {
    /** Returns the arguments for the program that simulates the line. */
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
