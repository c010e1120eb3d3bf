package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.testkit.JavaProgram;
import io.parley.transport.stream.EventLoops;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessEndTest {
    @TempDir
    private Path folder;

    @Test
    void noThreadWaitsForSocketsWhenTheProcessEnds() throws Exception {
        JavaProgram.Ended ended = JavaProgram.brief(Loops.class).run(folder);

        assertThat(ended.exitCode()).as(ended.said()).isZero();
        assertThat(ended.said()).contains("busy before: true", "busy after: []");
    }

    /** Program with idle event loops, and a client of the JDK whose selector waits. */
    static final class Loops {
        private Loops() {}

        public static void main(String[] arguments) {
            HttpClient client = HttpClient.newHttpClient();
            var unused = client.sendAsync(
                            HttpRequest.newBuilder(URI.create("http://localhost:1/"))
                                    .build(),
                            HttpResponse.BodyHandlers.discarding())
                    .handle((response, why) -> "none listens")
                    .join();
            EventLoops.shared().acquire().join().group().submit(() -> {}).syncUninterruptibly();
            EventLoops.shared().release();
            System.out.println("busy before: " + !ProcessEnd.busyDaemons().isEmpty());
            ProcessEnd.endThreads();
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
            while (!ProcessEnd.busyDaemons().isEmpty() && System.nanoTime() < end) {
                Thread.onSpinWait(); // A worker of the client may still be in its last task.
            }
            System.out.println("busy after: " + ProcessEnd.busyDaemons());
        }
    }
}
