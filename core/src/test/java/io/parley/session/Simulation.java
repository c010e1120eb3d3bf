package io.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.frame.AbortFrame;
import io.parley.frame.FrameHeader;
import io.parley.frame.FrameType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Two sessions and a network in one thread. A seed decides the next step, how messages are split, when a channel is
 * full and which calls are given up. Every message contains its number and a pattern by which its receiver recognizes
 * it.
 */
final class Simulation implements AutoCloseable {
    private static final int MAX_MESSAGE = 400_000;

    /**
     * Counts the buffers in use, which shows every leak at the end of its conversation; sampled leak detection would
     * take most of the time.
     */
    private final UnpooledByteBufAllocator buffers = new UnpooledByteBufAllocator(false, true);

    private final Random random;
    private final Side client;
    private final Side server;
    private final List<Writing> writings = new ArrayList<>();
    private final List<Stream> toAnswer = new ArrayList<>();
    private final Map<Integer, Integer> lengths = new HashMap<>();
    private final Set<Integer> requests = new HashSet<>();
    private final Set<Integer> oneWays = new HashSet<>();

    /** Numbers of the messages that were delivered to their receiver. */
    final Set<Integer> received = new HashSet<>();

    /** Numbers of the requests that were answered. */
    final Set<Integer> answered = new HashSet<>();

    final Map<Integer, ParleyException> failures = new HashMap<>();
    final Set<Integer> givenUp = new HashSet<>();
    /** Streams of the one-way messages, by number. */
    private final Map<Integer, Stream> oneWayStreams = new HashMap<>();
    /**
     * Codes of the refused one-way messages, as reported to their senders, or by a frame if the message was already
     * sent.
     */
    private final Map<Integer, ErrorCode> refusedOneWays = new HashMap<>();
    /** The side streams of all messages. */
    final SimulatedSides sides;

    /** The messages that are read while they arrive. */
    final SimulatedArrivals arrivals;

    private int messages;
    private long now;

    /** A message that is being written, chunk by chunk. */
    private static final class Writing {
        final Side side;
        final Stream stream;
        final int number;
        final int length;
        int written;

        Writing(Side side, Stream stream, int number, int length) {
            this.side = side;
            this.stream = stream;
            this.number = number;
            this.length = length;
        }
    }

    Simulation(long seed) {
        this(seed, false);
    }

    Simulation(long seed, boolean resumable) {
        this(seed, resumable, 1);
    }

    /** @param tracks number of tracks of a connection; frames of different tracks may overtake each other */
    Simulation(long seed, boolean resumable, int tracks) {
        random = new Random(seed);
        sides = new SimulatedSides(random, buffers);
        arrivals = new SimulatedArrivals(random, this::take);
        Limits limits = Limits.defaults()
                .with(Limit.FRAME_BYTES, Session.MIN_FRAME_BYTES + random.nextInt(70_000))
                .with(Limit.STREAM_CREDIT, 1000 + random.nextInt(50_000))
                .with(Limit.SESSION_CREDIT, 1000 + random.nextInt(100_000))
                .with(Limit.STREAMS, 1 + random.nextInt(10))
                .with(Limit.MESSAGE_BYTES, MAX_MESSAGE)
                .with(Limit.SESSION_BYTES, MAX_MESSAGE + random.nextInt(MAX_MESSAGE))
                .with(Limit.SIDES, 1 + random.nextInt(12))
                .with(Limit.CONTROL_RATE, 1_000_000);
        if (resumable) {
            Limits bounded = limits.with(Limit.RESEND_BYTES, 1024 + random.nextInt(200_000));
            client = Side.resumable(true, bounded, buffers);
            server = Side.resumable(false, bounded, buffers);
        } else {
            client = Side.opening(limits, buffers);
            server = Side.accepting(limits, buffers);
        }
        client.tracks = tracks;
        server.tracks = tracks;
        client.arriving = arrivals::isWanted;
        server.arriving = arrivals::isWanted;
        client.session.start();
        deliverAll();
        assertThat(client.opened() && server.opened()).isTrue();
    }

    /** Performs one random step. */
    void step() {
        now += 1000;
        switch (random.nextInt(17)) {
            case 0 -> begin(client, MessageKind.REQUEST);
            case 1 -> begin(random.nextBoolean() ? client : server, MessageKind.ONE_WAY);
            case 2, 3 -> writeSome();
            case 4 -> answer();
            case 5 -> setWritable(random.nextBoolean() ? client : server, random.nextBoolean());
            case 6 -> rarely(this::giveUp);
            case 7 -> rarely(this::refuse);
            case 8 -> rarely(this::beginAnswerAnew);
            case 9, 10, 11 -> sides.step();
            case 12, 13 -> arrivals.step();
            default -> deliver(random.nextBoolean());
        }
    }

    /** Writes and delivers every message that was started. */
    void finish() {
        setWritable(client, true);
        setWritable(server, true);
        for (int rounds = 0; isBusy(); rounds++) {
            assertThat(rounds).as("rounds until everything is done").isLessThan(100_000);
            while (!writings.isEmpty()) {
                writeSome();
            }
            deliverAll();
            arrivals.settle();
            while (!toAnswer.isEmpty()) {
                answer();
            }
            sides.settle();
        }
    }

    private boolean isBusy() {
        return !writings.isEmpty()
                || !toAnswer.isEmpty()
                || !client.line().isEmpty()
                || !server.line().isEmpty()
                || sides.isBusy()
                || arrivals.isBusy();
    }

    /** Drains both sides in order and expects that nothing is left. */
    void drain() {
        client.session.exchange().drain(ErrorCode.GOING_AWAY, "done");
        deliverAll();
        assertThat(client.over() && server.over()).as("both sessions are over").isTrue();
        assertThat(client.why()).isNull();
        assertThat(server.why()).isNull();
        checkNothingReserved();
    }

    /**
     * Breaks the connection, loses everything in transit, and connects again; the new connection may break before both
     * sides know of it.
     */
    void cutAndResume() {
        do {
            client.cut();
            if (random.nextBoolean()) {
                server.cut();
            }
            while (random.nextInt(3) == 0) {
                step();
            }
            client.reconnect(true);
            server.reconnect(false);
            for (int frames = random.nextInt(20); frames > 0; frames--) {
                deliver(random.nextBoolean());
            }
        } while (random.nextInt(3) == 0);
        while (client.candidate != null) {
            deliver(!client.line().isEmpty());
        }
        settle();
        assertThat(client.session.isLost())
                .as("lost at the client: %s", client.why())
                .isFalse();
        assertThat(server.session.isLost())
                .as("lost at the server: %s", server.why())
                .isFalse();
    }

    /** Breaks the network: everything in transit is lost. */
    void cut() {
        for (Side side : List.of(client, server)) {
            side.out.forEach(ByteBuf::release);
            side.out.clear();
            side.session.onConnectionClosed(new IOException("cut"));
        }
        settle();
        arrivals.settle();
        assertThat(arrivals.isBusy()).as("messages that still arrive").isFalse();
        // Messages that were still being written fail when their writer continues.
        while (!writings.isEmpty()) {
            writeSome();
        }
        // Received content remains readable, missing content is reported, and no writer waits for further requests.
        while (sides.isBusy()) {
            sides.settle();
        }
        assertThat(client.why().code()).isEqualTo(ErrorCode.CONNECTION_LOST);
        checkNothingReserved();
    }

    /** Checks that every request ended in exactly one way, and that none reported as undispatched was delivered. */
    void checkEveryRequestEndedTruthfully() {
        for (int request : requests) {
            int ends = (answered.contains(request) ? 1 : 0)
                    + (failures.containsKey(request) ? 1 : 0)
                    + (givenUp.contains(request) ? 1 : 0);
            assertThat(ends).as("ways in which request %d ended", request).isEqualTo(1);
        }
        failures.forEach((number, why) -> {
            if (why.code().retry() == ErrorCode.Retry.SAFE) {
                assertThat(received)
                        .as("messages that were dispatched: %s", why)
                        .doesNotContain(number);
            }
        });
    }

    /** Checks that every one-way message arrived unless there was no capacity for it. */
    void checkEveryOneWayArrived() {
        assertThat(refusedOneWays.values()).allMatch(ErrorCode.BUDGET::equals);
        assertThat(received).noneMatch(refusedOneWays::containsKey);
        oneWays.removeAll(refusedOneWays.keySet());
        assertThat(received).containsAll(oneWays);
    }

    @Override
    public void close() {
        client.close();
        server.close();
        assertThat(buffers.metric().usedHeapMemory() + buffers.metric().usedDirectMemory())
                .as("bytes in buffers that nobody released")
                .isZero();
    }

    private void begin(Side side, MessageKind kind) {
        Stream stream = side.session.exchange().begin(kind);
        int number = newMessage(side, stream);
        (kind == MessageKind.REQUEST ? requests : oneWays).add(number);
        stream.attach(number);
        if (kind == MessageKind.ONE_WAY) {
            oneWayStreams.put(number, stream);
        }
    }

    private int newMessage(Side side, Stream stream) {
        int number = messages++;
        int length = 4 + (random.nextInt(40) == 0 ? random.nextInt(MAX_MESSAGE - 4) : random.nextInt(3000));
        lengths.put(number, length);
        sides.attach(side, stream);
        writings.add(new Writing(side, stream, number, length));
        return number;
    }

    private void writeSome() {
        if (writings.isEmpty()) {
            return;
        }
        Writing writing = writings.get(random.nextInt(writings.size()));
        int left = writing.length - writing.written;
        int bytes = Math.min(left, random.nextInt(4) == 0 ? random.nextInt(10) : random.nextInt(80_000));
        byte[] content = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            content[i] = CheckedContent.at(writing.number, writing.written + i);
        }
        ByteBuf chunk = buffers.buffer(Math.max(1, bytes)).writeBytes(content);
        writing.written += bytes;
        boolean last = writing.written == writing.length;
        if (last) {
            writings.remove(writing);
        }
        try {
            writing.side.session.exchange().write(writing.stream, chunk, last);
        } catch (ParleyException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.BUDGET);
            noRoom(writing, e);
        }
        settle();
    }

    /** Gives up a message because the pending output leaves no capacity for it. */
    private void noRoom(Writing writing, ParleyException why) {
        writings.remove(writing);
        if (requests.contains(writing.number)) {
            failures.put(writing.number, why);
        }
        oneWays.remove(writing.number);
        writing.side.session.exchange().abort(writing.stream, ErrorCode.INTERNAL, "no room");
    }

    private void answer() {
        if (toAnswer.isEmpty()) {
            return;
        }
        Stream stream = toAnswer.remove(random.nextInt(toAnswer.size()));
        server.session.exchange().beginAnswer(stream, random.nextBoolean() ? MessageKind.RESPONSE : MessageKind.FAULT);
        newMessage(server, stream);
    }

    private void beginAnswerAnew() {
        for (Writing writing : List.copyOf(writings)) {
            if (!writing.stream.own && !writing.stream.closed) {
                writings.remove(writing);
                toAnswer.add(writing.stream);
                return;
            }
        }
    }

    private void refuse() {
        if (!toAnswer.isEmpty()) {
            Stream stream = toAnswer.remove(0);
            server.session.exchange().abort(stream, ErrorCode.INTERNAL, "refused");
            settle();
        }
    }

    private void giveUp() {
        for (Writing writing : List.copyOf(writings)) {
            if (writing.side == client && requests.contains(writing.number) && !writing.stream.closed) {
                writings.remove(writing);
                givenUp.add(writing.number);
                client.session.exchange().abort(writing.stream, ErrorCode.CANCELLED, "given up");
                settle();
                return;
            }
        }
    }

    private void rarely(Runnable what) {
        if (random.nextInt(4) == 0) {
            what.run();
        }
    }

    private void setWritable(Side side, boolean writable) {
        side.writable = writable;
        if (writable) {
            side.session.onWritable();
            settle();
        }
    }

    private void deliverAll() {
        while (!client.line().isEmpty() || !server.line().isEmpty()) {
            deliver(!client.line().isEmpty());
        }
    }

    private void deliver(boolean fromClient) {
        Side from = fromClient ? client : server;
        Side to = fromClient ? server : client;
        ByteBuf frame =
                from.tracks == 1 ? from.line().poll() : from.next(random, to.candidate == null && to.door == null);
        if (frame != null && to.disconnected && to.door == null) {
            frame.release();
        } else if (frame != null) {
            int length = to.current().frameLength(frame);
            assertThat(length).isEqualTo(frame.readableBytes());
            if (FrameHeader.type(frame) == FrameType.ABORT) {
                noteRefusal(to, frame);
            }
            to.receive(frame, now);
            settle();
        }
    }

    private void noteRefusal(Side sender, ByteBuf frame) {
        int id = FrameHeader.stream(frame);
        oneWayStreams.forEach((number, stream) -> {
            if (stream.id == id && stream.closed && isOf(stream, sender)) {
                refusedOneWays.put(number, ErrorCode.of(AbortFrame.code(frame)).orElseThrow());
            }
        });
    }

    /** Returns whether the side started the stream: the opening side has the odd ids. */
    private boolean isOf(Stream stream, Side side) {
        return (stream.id % 2 != 0) == (side == client);
    }

    /** Processes everything that both sides have received. */
    private void settle() {
        for (Side side : List.of(client, server)) {
            List<Side.Message> arrived = List.copyOf(side.received());
            side.received().clear();
            arrived.forEach(message -> take(side, message));
            List<Side.Failed> failed = List.copyOf(side.failed());
            side.failed().clear();
            failed.forEach(each -> fail(side, each));
        }
    }

    private void take(Side side, Side.Message message) {
        CheckedContent found = new CheckedContent();
        try (Received content = message.content()) {
            for (ByteBuf chunk = content.next(); chunk != null; chunk = content.next()) {
                found.add(chunk);
            }
        }
        side.session.exchange().onRead(message.stream(), message.content());
        take(side, message.stream(), message.content(), found);
    }

    private void take(Side side, Stream stream, Received content, CheckedContent found) {
        int number = found.number();
        assertThat(found.length()).as("length of message %d", number).isEqualTo(lengths.get(number));
        assertThat(received.add(number)).as("message %d came once", number).isTrue();
        switch (content.kind()) {
            case REQUEST -> answerLater(stream);
            case ONE_WAY -> assertThat(oneWays).contains(number);
            case RESPONSE, FAULT -> {
                assertThat(side).isSameAs(client);
                assertThat(answered.add(number(stream))).isTrue();
            }
            case SIDE -> throw new AssertionError("a side stream is no message");
        }
        sides.received(side, content.sides());
    }

    private void fail(Side side, Side.Failed failed) {
        if (failed.stream().isSide()) {
            assertThat(failed.stream().isClosed()).isTrue();
        } else if (side == client && failed.stream().own && requests.contains(number(failed.stream()))) {
            @Nullable ParleyException before = failures.put(number(failed.stream()), failed.why());
            assertThat(before).isNull();
            writings.removeIf(writing -> writing.stream == failed.stream());
        } else if (failed.stream().own && oneWays.contains(number(failed.stream()))) {
            refusedOneWays.put(number(failed.stream()), failed.why().code());
            writings.removeIf(writing -> writing.stream == failed.stream());
        } else {
            toAnswer.remove(failed.stream());
        }
    }

    private static int number(Stream stream) {
        return (Integer) stream.attachment();
    }

    /** Queues the response, unless the request was given up while it was read. */
    private void answerLater(Stream stream) {
        if (!stream.isClosed()) {
            toAnswer.add(stream);
        }
    }

    private void checkNothingReserved() {
        assertThat(client.reserved()).as("reserved by the client").isZero();
        assertThat(server.reserved()).as("reserved by the server").isZero();
    }
}
