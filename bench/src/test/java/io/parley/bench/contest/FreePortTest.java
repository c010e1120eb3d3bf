package io.parley.bench.contest;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FreePortTest {
    /**
     * Tests that outgoing connections of this machine do not take the port in the time between its selection and its
     * use.
     */
    @Test
    void noConnectionOfThisMachineTakesAPortThatWasFound() throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket any = new Socket(InetAddress.getLoopbackAddress(), listener.getLocalPort())) {
            assertThat(FreePort.find()).isLessThan(Math.min(any.getLocalPort(), listener.getLocalPort()));
        }
        assertThat(FreePort.find()).isLessThan(32_768);
    }

    @Test
    void noPortIsFoundTwiceInARow() throws Exception {
        Set<Integer> found = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            found.add(FreePort.find());
        }

        assertThat(found).hasSize(100);
    }
}
