package io.parley.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FreePortTest {
    @Test
    void noPortIsFoundTwiceInARow() {
        List<Integer> found =
                Stream.generate(FreePort::find).limit(200).distinct().toList();

        assertThat(found).hasSize(200);
    }

    @Test
    void portsAreBelowThoseThatTheKernelGivesToConnections() throws IOException {
        try (ServerSocket any = new ServerSocket(0)) {
            assertThat(FreePort.find()).isLessThan(any.getLocalPort());
        }
        assertThat(FreePort.find()).isLessThan(32_768);
    }

    @Test
    void aPortThatSomebodyListensAtIsPassedOver() throws IOException {
        int first = FreePort.find();
        try (ServerSocket taken = new ServerSocket(first, 1, InetAddress.getLoopbackAddress())) {
            // More than the range has: every other port was returned at least once.
            List<Integer> found = Stream.generate(FreePort::find).limit(600).toList();

            assertThat(found).doesNotContain(taken.getLocalPort());
            assertThat(found.get(599)).isNotEqualTo(found.get(598));
        }
    }

    @Test
    void theTwoPortsOfAPairAreFoundNoSecondTime() {
        List<Integer> found = new ArrayList<>(FreePort.pairs(3));
        assertThat(found).allSatisfy(port -> assertThat(port).isEven());
        List.copyOf(found).forEach(port -> found.add(port + 1));
        for (int i = 0; i < 50; i++) {
            found.add(FreePort.find());
        }

        assertThat(Set.copyOf(found)).hasSameSizeAs(found);
    }

    /** Two test JVMs run at the same time, and each binds a port some time after it has found it. */
    @Test
    void whatOneJvmFindsNoOtherFinds(@TempDir Path folder) throws Exception {
        int here = FreePort.find();

        int there = Integer.parseInt(
                JavaProgram.brief(OnePort.class).run(folder).said().strip());

        assertThat(FreePort.inOneRange(here, there)).isFalse();
        assertThat(FreePort.inOneRange(here, FreePort.find())).isTrue();
    }

    static final class OnePort {
        public static void main(String[] args) {
            System.out.println(FreePort.find());
        }
    }
}
