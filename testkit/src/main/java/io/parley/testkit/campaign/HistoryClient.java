package io.parley.testkit.campaign;

import io.parley.testkit.JavaProgram;
import io.parley.testkit.history.History;
import io.parley.testkit.history.History.Sent;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The client of one session of a {@link HistoryCampaign}: a {@link KilledClient}, its store, and its records. Belongs
 * to one thread.
 */
final class HistoryClient implements AutoCloseable {
    private final int session;
    private final CampaignChannel channel;
    private final Path store;
    private final String ports;
    private final Notes notes;
    private ChildJvm jvm;
    private boolean ready;

    /**
     * Starts a client, which opens a session.
     *
     * @param opener server that issues the token
     */
    HistoryClient(int session, CampaignChannel channel, Path folder, Stream<Integer> ports, ServerProcess opener)
            throws IOException, InterruptedException {
        this.session = session;
        this.channel = channel;
        this.store = folder.resolve("client" + session + ".db");
        this.ports = ports.map(String::valueOf).collect(Collectors.joining(","));
        this.notes = new Notes(folder.resolve("client" + session + ".notes"));
        this.jvm = start("open", 0, ShiftedClock.option(Duration.ZERO));
        jvm.answer("token");
        jvm.say(Base64.getEncoder().encodeToString(opener.token("client " + session)));
        jvm.answer("going");
        ready = true;
    }

    private ChildJvm start(String how, int first, String option) throws IOException {
        return new ChildJvm(JavaProgram.brief(
                        KilledClient.class,
                        "sqlite:" + store,
                        ports,
                        how,
                        notes.path().toString(),
                        Integer.toString(first),
                        Integer.toString(new Random(first).nextInt()))
                .options("-D" + KilledClient.SESSION_SETTING + "=" + session, channel.option(), option));
    }

    int session() {
        return session;
    }

    ChildJvm jvm() {
        return jvm;
    }

    /** Kills the client and starts another process, which resumes the session. */
    void restart(String option) throws IOException, InterruptedException {
        jvm.kill();
        int next = notes.lines().stream()
                .map(line -> line.split(" ", -1))
                .mapToInt(words -> Integer.parseInt(words[1]) + 1)
                .max()
                .orElse(0);
        ready = false;
        jvm = start("resume", next, option);
    }

    /** Waits until it has its session: a JVM that is still loading its libraries needs files for that. */
    void awaitReady() throws IOException {
        if (!ready) {
            jvm.answer("ready");
            ready = true;
        }
    }

    /** Lets it end its session in order; returns false if it could not. */
    boolean end() throws IOException {
        if (jvm.isAlive()) {
            jvm.endInput();
        }
        try {
            jvm.answer("ended");
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Adds its records to a history. */
    void addTo(History history) throws IOException, InterruptedException {
        for (String line : notes.lines()) {
            String[] words = line.split(" ", -1);
            int number = Integer.parseInt(words[1]);
            if (words[0].equals("answered")) {
                history.answered(session, number, Integer.parseInt(words[2]));
            } else {
                history.sent(session, Sent.valueOf(words[0].toUpperCase(Locale.ROOT)), number);
            }
        }
    }

    @Override
    public void close() throws IOException, InterruptedException {
        jvm.kill();
        notes.close();
    }
}
