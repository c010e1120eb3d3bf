package io.parley.testkit.campaign;

import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.HostPort;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.DurableClientSessions;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.InterruptedCall;
import io.parley.runtime.OutgoingMessage;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.ReopenedSession;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A client to be killed by a campaign: stores its session, and writes to a file what it starts, what is acknowledged to
 * it, and what it learns about calls of earlier processes, each before it acts on it. Arguments: the store's address,
 * the servers' ports, {@code open}, which reads a token from the input, or {@code resume} to continue the stored
 * session, the file, the first number, a seed. Prints {@code token} when it needs one, {@code ready}, {@code going}
 * with its first answer, and, once its input ends, {@code ended}.
 */
public final class KilledClient {
    static final String NAME = "killed client";
    /** System property with the number of the session for the server's handler; 0 unless set. */
    static final String SESSION_SETTING = "parley.campaign.session";

    private static final int SESSION = Integer.getInteger(SESSION_SETTING, 0);

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int UNDER_WAY = 4;
    private static final int SHORT = 1_000;
    private static final int LONG = 1_000_000;
    /** One of 25 calls is long. */
    private static final int LONG_ONES = 25;

    private final FileChannel ledger;
    private final ArrayDeque<Pending> pending = new ArrayDeque<>();
    private boolean going;
    private volatile boolean ends;

    private record Pending(int number, Call call) {}

    private KilledClient(FileChannel ledger) {
        this.ledger = ledger;
    }

    /** Runs until the input ends. */
    public static void main(String[] arguments) throws Exception {
        try (ContextStore store = ContextStores.open(arguments[0], ShiftedClock.store());
                FileChannel ledger =
                        FileChannel.open(Path.of(arguments[3]), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                ParleyRuntime runtime = ShiftedClock.runtime().durable(store).build()) {
            KilledClient client = new KilledClient(ledger);
            CampaignChannel channel = CampaignChannel.ofProcess();
            Agreement agreement = CrashServer.agreement(
                    channel,
                    Arrays.stream(arguments[1].split(",", -1))
                            .map(port -> new HostPort("127.0.0.1", Integer.parseInt(port)))
                            .toList());
            Conversation conversation = arguments[2].equals("resume")
                    ? client.resume(reopen(channel, runtime.durableSessions(), agreement))
                    : open(channel, runtime.durableSessions(), agreement, token());
            say("ready");
            client.work(conversation, Integer.parseInt(arguments[4]), new Random(Long.parseLong(arguments[5])));
            say("ended");
        }
    }

    private static Conversation open(
            CampaignChannel channel, DurableClientSessions stored, Agreement agreement, byte[] token)
            throws ExecutionException, InterruptedException, TimeoutException {
        return channel.connector(agreement, token)
                .map(by -> stored.open(NAME, new byte[0], agreement, token, IncomingMessage::close, by))
                .orElseGet(() -> stored.open(NAME, new byte[0], agreement, token, IncomingMessage::close))
                .toCompletableFuture()
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    /** Asks for a token when it can be used: it expires within seconds, and a JVM may take as long to start. */
    private static byte[] token() throws IOException {
        say("token");
        StringBuilder line = new StringBuilder();
        for (int next = System.in.read(); next >= 0 && next != '\n'; next = System.in.read()) {
            line.append((char) next);
        }
        return Base64.getDecoder().decode(line.toString());
    }

    private static ReopenedSession reopen(CampaignChannel channel, DurableClientSessions stored, Agreement agreement) {
        return channel.connector(agreement, new byte[0])
                .map(by -> stored.reopen(NAME, agreement, IncomingMessage::close, by))
                .orElseGet(() -> stored.reopen(NAME, agreement, IncomingMessage::close))
                .orElseThrow();
    }

    private Conversation resume(ReopenedSession reopened) throws Exception {
        for (InterruptedCall call : reopened.calls()) {
            note((call.mayHaveRun() ? "named " : "unsent ") + call.operation());
        }
        for (InterruptedCall call : reopened.calls()) {
            if (call.mayHaveRun()) {
                try (IncomingMessage answer = call.response().get(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                    answered(Integer.parseInt(call.operation()), answer);
                }
            }
        }
        return reopened.conversation();
    }

    private void work(Conversation conversation, int first, Random random) throws Exception {
        Thread input = new Thread(this::awaitInput, "parley-killed-client-input");
        input.setDaemon(true);
        input.start();
        for (int number = first; !ends; number++) {
            send(conversation, number, random);
            while (pending.size() >= UNDER_WAY) {
                await(pending.remove());
            }
        }
        while (!pending.isEmpty()) {
            await(pending.remove());
        }
        conversation.drain();
        conversation.closed().toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    /** Ends with its input, so that it does not outlive its parent. */
    private void awaitInput() {
        try {
            while (System.in.read() >= 0) {
                // What comes says nothing.
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            ends = true;
        }
    }

    private void send(Conversation conversation, int number, Random random)
            throws IOException, ExecutionException, InterruptedException, TimeoutException {
        if (random.nextBoolean()) {
            note("call " + number);
            Call call = conversation.beginCall(Integer.toString(number), PATIENCE);
            CrashServer.write(call, SESSION, number, random.nextInt(LONG_ONES) == 0 ? LONG : SHORT, SHORT);
            call.send();
            pending.add(new Pending(number, call));
        } else {
            note("message " + number);
            OutgoingMessage message = conversation.beginOneWay();
            CrashServer.write(message, SESSION, number, SHORT, 0);
            message.send();
            message.accepted().toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            note("accepted " + number);
        }
    }

    private void await(Pending next) throws IOException, InterruptedException {
        try (IncomingMessage answer = next.call.await()) {
            answered(next.number, answer);
        }
        if (!going) {
            going = true;
            say("going");
        }
    }

    /** Records an answer and checks that the number in it is that of its call. */
    private void answered(int call, IncomingMessage answer) throws IOException {
        int found = answer.source().readInt();
        note("answered " + call + " " + found);
        if (found != call) {
            throw new IllegalStateException("call " + call + ": found the answer to " + found);
        }
    }

    private void note(String line) throws IOException {
        ledger.write(ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8)));
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
