package io.parley.testkit.campaign;

import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.channel.LocalChannelProvider;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.Seal;
import io.parley.context.StoreSettings;
import io.parley.journal.Journals;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.HostPort;
import io.parley.negotiation.Reliability;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.OutgoingMessage;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.RuntimeListener;
import io.parley.testkit.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Truncates the file of a durable session's store, as a power failure may: SQLite's write-ahead log ends at each byte
 * of its last 64 KiB, or at as many random ones as there are runs. The store must always open, and every session in it
 * must be readable. Needs the engine {@code sqlite} on the class path.
 */
public final class JournalCampaign {
    private static final int SPAN = 64 * 1024;
    private static final int MESSAGES = 200;
    private static final int MOST_BYTES = 3_000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String FILE = "sessions.db";
    private static final String LOG = FILE + "-wal";

    private final int runs;
    private final Random random;
    private final long seed;
    private final Consumer<String> progress;
    private long opened;
    private long failed;

    /**
     * Creates a campaign.
     *
     * @param runs number of positions at which the log is cut; 65,536 are all
     * @param progress receives progress messages
     */
    public JournalCampaign(int runs, long seed, Consumer<String> progress) {
        this.runs = runs;
        this.seed = seed;
        this.random = new Random(seed);
        this.progress = progress;
    }

    /** Runs the campaign; {@code lost} counts the positions after which the store or a session could not be read. */
    public CampaignResult run() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("parley-journal");
        try {
            Path whole = Files.createDirectory(folder.resolve("whole"));
            Path cut = Files.createDirectory(folder.resolve("cut"));
            long acknowledged = write(whole, cut);
            byte[] file = Files.readAllBytes(cut.resolve(FILE));
            byte[] log = Files.readAllBytes(cut.resolve(LOG));
            int span = Math.min(SPAN, log.length);
            for (int run = 0; run < Math.min(runs, span); run++) {
                int away = runs >= span ? run : random.nextInt(span);
                tryOpening(cut, file, Arrays.copyOf(log, log.length - away), away);
                if ((run + 1) % 1_000 == 0) {
                    progress.accept("journal: " + (run + 1) + " cuts, " + failed + " failed");
                }
            }
            progress.accept("journal: a log of " + log.length + " bytes; " + opened + " times there was a session");
            return new CampaignResult("journal", runs, seed, acknowledged, failed, 0, 0, 0);
        } finally {
            Folders.delete(folder);
        }
    }

    /**
     * Writes messages to a session and copies its files meanwhile.
     *
     * @return the number of acknowledged messages
     */
    private long write(Path whole, Path copy) throws IOException, InterruptedException {
        Agreement agreement = Agreement.byApi(
                        "xml", "local", List.of(new HostPort("local", 1)), Limits.defaults(), "journal")
                .reliable(Reliability.DURABLE);
        LocalChannelProvider local = new LocalChannelProvider();
        try (ContextStore store = ContextStores.open("sqlite:" + whole.resolve(FILE), StoreSettings.defaults());
                ParleyRuntime server = ParleyRuntime.builder()
                        .durable(store)
                        .channels(List.of(local))
                        .build();
                ParleyRuntime client =
                        ParleyRuntime.builder().channels(List.of(local)).build()) {
            RuntimeListener listening = server.listen("local", new Address("local", 0), null);
            byte[] token = server.issue(agreement, "campaign", null, new Ledger());
            Conversation conversation = client.open(
                            agreement,
                            token,
                            new byte[0],
                            IncomingMessage::close,
                            (settings, handler) -> local.connect(listening.address(), settings, handler))
                    .toCompletableFuture()
                    .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            for (int number = 0; number < MESSAGES; number += 2) {
                OutgoingMessage message = conversation.beginOneWay();
                Ledger.write(message, 0, number, random.nextInt(MOST_BYTES));
                message.send();
                Call call = conversation.beginCall(PATIENCE);
                Ledger.write(call, 0, number + 1, random.nextInt(MOST_BYTES));
                call.send();
                call.await().close();
            }
            Files.copy(whole.resolve(FILE), copy.resolve(FILE));
            Files.copy(whole.resolve(LOG), copy.resolve(LOG));
            return MESSAGES;
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("no session could be opened", e);
        }
    }

    private void tryOpening(Path folder, byte[] file, byte[] log, int away) throws IOException {
        Folders.empty(folder);
        Files.write(folder.resolve(FILE), file);
        Files.write(folder.resolve(LOG), log);
        try (ContextStore store = ContextStores.open("sqlite:" + folder.resolve(FILE), StoreSettings.defaults())) {
            Journals journals = new Journals(store, Limits.defaults(), Runnable::run, Seal.none());
            for (String id : journals.ids()) {
                opened += journals.load(id) == null ? 0 : 1;
            }
        } catch (ParleyException | IllegalStateException e) {
            failed++;
            progress.accept("journal: cut " + away + " bytes before the end: " + e);
        }
    }
}
