package io.parley.transport.jms.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.ParleyException;
import io.parley.negotiation.Mode;
import io.parley.testkit.FreePort;
import io.parley.testkit.JavaProgram;
import io.parley.testkit.history.Findings;
import io.parley.testkit.history.History;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.EmbeddedBroker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Judges what both sides of a queue noted while the service's process was killed, or the broker restarted: calls on
 * durable sessions, and messages without a response.
 */
class QueueHistoryTest {
    private static final String QUEUE = "judged";
    private static final int CALLERS = 2;
    private static final int SENDER = CALLERS;
    /** Answered calls and accepted messages before each fault. */
    private static final int BETWEEN = 40;

    private static final int FAULTS = Integer.getInteger("parley.queue.faults", 1);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    private Path folder;

    private final History history = new History();
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger messages = new AtomicInteger();
    private final ExecutorService threads = Executors.newFixedThreadPool(CALLERS + 1);
    /** Permits of the sender to try again after a failure. */
    private final Semaphore faultsOver = new Semaphore(0);

    private volatile boolean stopping;
    private EmbeddedBroker.Builder building;
    private EmbeddedBroker broker;
    private Process service;

    @BeforeEach
    void start() throws Exception {
        building = EmbeddedBroker.builder()
                .folder(folder.resolve("broker"))
                .queue(QUEUE)
                .bind("127.0.0.1", FreePort.find());
        broker = building.start();
        startService();
    }

    @AfterEach
    void stop() throws Exception {
        stopping = true;
        threads.shutdownNow();
        service.destroyForcibly();
        broker.close();
    }

    private void startService() throws Exception {
        service = JavaProgram.brief(
                        TallyingService.class,
                        broker.url(),
                        QUEUE,
                        "7001",
                        folder.resolve("server.db").toString(),
                        folder.resolve("tally").toString())
                .start();
        var lines = service.inputReader();
        String line = lines.readLine();
        while (line != null && !line.equals(TallyingService.STARTED)) {
            line = lines.readLine();
        }
        assertThat(line).isNotNull();
        // Its log must not fill the pipe.
        Thread reading = new Thread(() -> lines.lines().forEach(each -> {}), "parley-test-service-log");
        reading.setDaemon(true);
        reading.start();
    }

    private JmsEndpointClient client() {
        return JmsEndpointClient.of(Sums.CONTRACT)
                .mode(Mode.ALWAYS)
                .durable()
                .timeout(PATIENCE)
                .open(BrokerAccess.byUrl(broker.url()), QUEUE);
    }

    /** Calls until the end; each call must be answered. */
    private void call(int session) {
        try (JmsEndpointClient client = client()) {
            for (int number = 0; !stopping; number++) {
                sent(session, History.Sent.CALL, number);
                double answer = client.call(Sums.SUM, Sums.Numbers.of(session, number)).value;
                synchronized (history) {
                    history.answered(session, number, (int) answer);
                }
                calls.incrementAndGet();
            }
        }
    }

    /** Sends until the end; a message is accepted when the broker has it. */
    private void send() {
        try (JmsEndpointClient client = client()) {
            for (int number = 0; !stopping; number++) {
                sent(SENDER, History.Sent.MESSAGE, number);
                try {
                    client.send(Sums.NOTE, Sums.Note.of(SENDER + " " + number));
                    sent(SENDER, History.Sent.ACCEPTED, number);
                    messages.incrementAndGet();
                } catch (ParleyException e) {
                    faultsOver.acquireUninterruptibly();
                }
            }
        }
    }

    private void sent(int session, History.Sent what, int number) {
        synchronized (history) {
            history.sent(session, what, number);
        }
    }

    private List<CompletableFuture<Void>> startClients() {
        List<CompletableFuture<Void>> running = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            int session = i;
            running.add(CompletableFuture.runAsync(() -> call(session), threads));
        }
        running.add(CompletableFuture.runAsync(this::send, threads));
        return running;
    }

    private void awaitProgress(List<CompletableFuture<Void>> running) {
        int callsBefore = calls.get();
        int messagesBefore = messages.get();
        await().atMost(PATIENCE)
                .until(() -> running.stream().anyMatch(CompletableFuture::isDone)
                        || (calls.get() >= callsBefore + BETWEEN && messages.get() >= messagesBefore + BETWEEN));
    }

    private Findings judge(List<CompletableFuture<Void>> running) throws Exception {
        awaitProgress(running);
        stopping = true;
        faultsOver.release();
        for (CompletableFuture<Void> each : running) {
            each.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
        await().atMost(PATIENCE).until(() -> broker.waiting(QUEUE) == 0);
        service.getOutputStream().close();
        assertThat(service.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        for (String line : Files.readAllLines(folder.resolve("tally"))) {
            String[] words = line.split(" ", -1);
            history.handled(
                    words[4],
                    words[0].equals("call"),
                    Integer.parseInt(words[1]),
                    Integer.parseInt(words[2]),
                    Boolean.parseBoolean(words[3]));
        }
        return history.check();
    }

    private void clean(Findings findings) {
        assertThat(broker.waiting(EmbeddedBroker.DEAD_LETTERS)).isZero();
        assertThat(findings.examples()).isEmpty();
        assertThat(findings.isClean()).isTrue();
        assertThat(findings.acknowledged()).isGreaterThan(2L * BETWEEN * FAULTS);
    }

    @Test
    void aKilledServiceLosesNothingAndRunsNothingAgainUnmarked() throws Exception {
        List<CompletableFuture<Void>> running = startClients();
        for (int i = 0; i < FAULTS; i++) {
            awaitProgress(running);
            service.destroyForcibly().waitFor();
            startService();
        }
        clean(judge(running));
    }

    @Test
    void aRestartedBrokerLosesNothingAndRunsNothingAgainUnmarked() throws Exception {
        List<CompletableFuture<Void>> running = startClients();
        for (int i = 0; i < FAULTS; i++) {
            awaitProgress(running);
            broker.close();
            broker = building.start();
            faultsOver.release();
        }
        clean(judge(running));
    }
}
