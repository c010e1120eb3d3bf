package io.parley.testkit.campaign;

import io.parley.negotiation.Agreement;
import io.parley.negotiation.HostPort;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.ParleyRuntime;
import io.parley.testkit.Folders;
import io.parley.testkit.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Restarts a server with many durable sessions from one address: it is killed (SIGKILL) while some of them have a call
 * in flight, and restarted on the same store while each of them makes another. Needs the channel {@code stream} and the
 * store's engine on the class path.
 */
public final class StormCampaign {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final int OPENED_AT_ONCE = 32;
    private static final int PROGRESS = 500;
    /** Upper bound of the delay between the start of calls and the kill of the server. */
    private static final int MOST_MILLIS = 500;

    private static final int BEFORE = 0;
    private static final int UNDER_WAY = 1;
    private static final int DURING = 2;

    private final String store;
    private final int sessions;
    private final long seed;
    private final Consumer<String> progress;
    private final List<Conversation> conversations = new ArrayList<>();

    /**
     * Creates a campaign.
     *
     * @param store {@code sqlite}, {@code postgresql}, which starts a server, or the address of a store
     * @param progress receives progress messages
     */
    public StormCampaign(String store, int sessions, long seed, Consumer<String> progress) {
        this.store = store;
        this.sessions = sessions;
        this.seed = seed;
        this.progress = progress;
    }

    /** Runs the campaign on the caller's thread. */
    public CampaignReport run() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("parley-storm");
        try (ParleyRuntime runtime = ParleyRuntime.builder().build()) {
            return run(runtime, ServerStore.address(store, folder), folder.resolve("tally"));
        } finally {
            Folders.delete(folder);
        }
    }

    private StormReport run(ParleyRuntime runtime, String address, Path tally)
            throws IOException, InterruptedException {
        StormAnswers answers = new StormAnswers(sessions, progress);
        ServerProcess server = ServerProcess.optimized(address, FreePort.find(), tally);
        try {
            server.awaitListening();
            int port = server.port();
            openAll(runtime, server);
            await(begin(BEFORE, 1, answers));
            Random random = new Random(seed);
            List<CompletableFuture<?>> calls = begin(UNDER_WAY, random.nextDouble(), answers);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(MOST_MILLIS)));
            server.kill();
            progress.accept("storm: the server was killed, with " + answers.unanswered() + " calls under way");
            answers.restarted();
            server = ServerProcess.optimized(address, port, tally);
            calls.addAll(begin(DURING, 1, answers));
            server.awaitListening();
            long bound = answers.millis();
            progress.accept("storm: the port is bound after " + bound + " ms");
            await(calls);
            StormReport.Used used = server.used();
            return answers.report(ServerStore.engine(store), seed, bound, used, CrashTally.read(tally));
        } finally {
            server.kill();
        }
    }

    private void openAll(ParleyRuntime runtime, ServerProcess server) throws IOException, InterruptedException {
        Agreement agreement =
                CrashServer.agreement(new CampaignChannel.Stream(), List.of(new HostPort("127.0.0.1", server.port())));
        List<CompletableFuture<Conversation>> opening = new ArrayList<>();
        for (int session = 0; session < sessions; session++) {
            byte[] token = server.token("client " + session);
            opening.add(runtime.open(agreement, token, new byte[0], IncomingMessage::close)
                    .toCompletableFuture());
            if (opening.size() == OPENED_AT_ONCE || session == sessions - 1) {
                for (CompletableFuture<Conversation> each : opening) {
                    conversations.add(get(each));
                }
                opening.clear();
            }
            if ((session + 1) % PROGRESS == 0) {
                progress.accept("storm: " + (session + 1) + " of " + sessions + " sessions are open");
            }
        }
    }

    /** Makes a call on a fraction of the sessions. */
    private List<CompletableFuture<?>> begin(int number, double part, StormAnswers answers) {
        List<CompletableFuture<?>> calls = new ArrayList<>();
        for (int session = 0; session < sessions * part; session++) {
            Call call = conversations.get(session).beginCall(PATIENCE);
            CrashServer.write(call, session, number, StormAnswers.BYTES, StormAnswers.BYTES);
            StormAnswers.Expected expected = answers.expect(session, number, number == DURING);
            call.send();
            calls.add(call.response().handle(expected::onAnswer).toCompletableFuture());
        }
        return calls;
    }

    private static void await(List<CompletableFuture<?>> calls) throws InterruptedException {
        get(CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new)));
    }

    private static <T> T get(CompletableFuture<T> future) throws InterruptedException {
        try {
            return future.get(PATIENCE.toSeconds() * 2, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException(
                    "storm: expected each session to open, and each call to end in its time", e);
        }
    }
}
