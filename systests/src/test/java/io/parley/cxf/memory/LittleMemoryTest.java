package io.parley.cxf.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.testkit.FreePort;
import io.parley.testkit.JavaProgram;
import io.parley.transport.jms.EmbeddedBroker;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests messages that take up much of the memory of either side, each in its own process. */
@Timeout(900)
class LittleMemoryTest {
    /** Number of concurrent messages: 50 with {@code -Dparley.bulk=50}. */
    private static final int MANY = Integer.getInteger("parley.bulk", 6);
    /** Number of eight-byte items: 22.2 million bytes. */
    private static final int ITEMS = 2_775_000;

    @Test
    void aMessageOfTwentyTwoMegabytesGoesByPostsThereAndBackWithAQuarterGigabyteEach() throws Exception {
        assertThat(throughHttp("256m", 3, 1)).isEqualTo("3 calls by http");
    }

    @Test
    void aMessageOfTwentyTwoMegabytesGoesThroughABrokerThereAndBackWithAQuarterGigabyteEach() throws Exception {
        int port = FreePort.find();
        try (EmbeddedBroker broker = EmbeddedBroker.builder()
                .queue(BulkProgram.QUEUE)
                .bind("localhost", port)
                .start()) {
            assertThat(broker).isNotNull();
            assertThat(through("tcp://localhost:" + port, "256m", 3, 1)).isEqualTo("3 calls by jms");
        }
    }

    @Test
    void manyMessagesOfTwentyTwoMegabytesAtOnceWaitOrAreRefusedByPostsAndNoneIsLost() throws Exception {
        assertThat(through("sums", "http://localhost:" + FreePort.find() + "/bulk", "512m", MANY, MANY))
                .isEqualTo(MANY + " calls by http");
    }

    @Test
    void manyMessagesOfTwentyTwoMegabytesAtOnceWaitOrAreRefusedThroughABrokerAndNoneIsLost() throws Exception {
        int port = FreePort.find();
        try (EmbeddedBroker broker = EmbeddedBroker.builder()
                .queue(BulkProgram.QUEUE)
                .bind("localhost", port)
                .start()) {
            assertThat(broker).isNotNull();
            assertThat(through("sums", "tcp://localhost:" + port, "512m", MANY, MANY))
                    .isEqualTo(MANY + " calls by jms");
        }
    }

    private static String throughHttp(String memory, int calls, int atOnce) throws Exception {
        return through("http://localhost:" + FreePort.find() + "/bulk", memory, calls, atOnce);
    }

    private static String through(String address, String memory, int calls, int atOnce) throws Exception {
        return through("echoes", address, memory, calls, atOnce);
    }

    private static String through(String what, String address, String memory, int calls, int atOnce) throws Exception {
        Process service = start(memory, "service", address);
        try {
            assertThat(line(service)).isEqualTo(BulkProgram.READY);
            Process client =
                    start(memory, what, address, String.valueOf(ITEMS), String.valueOf(calls), String.valueOf(atOnce));
            try {
                String said = line(client);
                assertThat(client.waitFor(60, TimeUnit.SECONDS)).isTrue();
                assertThat(client.exitValue()).isZero();
                return said;
            } finally {
                client.destroyForcibly();
            }
        } finally {
            service.destroyForcibly();
        }
    }

    /** Returns the first line addressed to the test; libraries print others. */
    private static String line(Process process) throws IOException {
        BufferedReader lines = process.inputReader();
        String line = lines.readLine();
        while (line != null && !line.startsWith("bulk:") && !line.matches("\\d+ calls by .*")) {
            line = lines.readLine();
        }
        return String.valueOf(line);
    }

    private static Process start(String memory, String... arguments) throws IOException {
        return JavaProgram.brief(BulkProgram.class, arguments)
                .options("-Xmx" + memory, "-XX:+ExitOnOutOfMemoryError")
                .start();
    }
}
