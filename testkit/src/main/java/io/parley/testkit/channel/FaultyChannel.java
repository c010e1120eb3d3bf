package io.parley.testkit.channel;

import io.netty.buffer.ByteBuf;
import io.parley.ChannelTraits;
import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import io.parley.channel.Listener;
import io.parley.runtime.Timers;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A decorator of a channel that applies faults to whole frames of the session, by a plan for each direction of each
 * connection, even where the channel below would fragment the frames.
 */
public final class FaultyChannel implements ChannelProvider {
    private static final Duration DELAY = Duration.ofMillis(50);

    private final ChannelProvider below;
    private final Supplier<FaultPlan> plans;
    private final Timers timers;

    /**
     * Creates a channel with faults.
     *
     * @param plans supplies the plan for each end of each connection, the connecting end's first
     * @param timers measure the delay of a delayed frame
     */
    public FaultyChannel(ChannelProvider below, Supplier<FaultPlan> plans, Timers timers) {
        this.below = below;
        this.plans = plans;
        this.timers = timers;
    }

    @Override
    public ChannelTraits traits() {
        return below.traits();
    }

    @Override
    public boolean isAvailable() {
        return below.isAvailable();
    }

    @Override
    public CompletionStage<Connection> connect(Address address, ChannelSettings settings, ConnectionHandler handler) {
        FaultPlan plan = plans.get();
        return below.connect(address, settings, handler).thenApply(connection -> new Faulty(connection, plan));
    }

    @Override
    public Listener listen(Address bind, ChannelSettings settings, Function<Connection, ConnectionHandler> acceptor)
            throws IOException {
        return below.listen(bind, settings, connection -> acceptor.apply(new Faulty(connection, plans.get())));
    }

    /** One end of a connection, which applies a plan's faults to the frames that it sends. */
    private final class Faulty implements Connection {
        private final Connection to;
        private final FaultPlan plan;
        private final Object lock = new Object();
        private final Queue<ByteBuf> delayed = new ArrayDeque<>();
        private @Nullable ByteBuf overtaken;
        private int frames;
        private boolean delaying;
        private boolean over;

        Faulty(Connection to, FaultPlan plan) {
            this.to = to;
            this.plan = plan;
        }

        @Override
        public void send(ByteBuf frame) {
            synchronized (lock) {
                if (over) {
                    frame.release();
                } else {
                    meet(plan.next(frames++), frame);
                }
            }
        }

        @Override
        public void flush() {
            to.flush();
        }

        @Override
        public boolean isWritable() {
            return to.isWritable();
        }

        @Override
        public void setReading(boolean reading) {
            to.setReading(reading);
        }

        @Override
        public int tracks() {
            return to.tracks();
        }

        @Override
        public void markAccepted() {
            to.markAccepted();
        }

        @Override
        public String remote() {
            return to.remote();
        }

        @Override
        public boolean isSecure() {
            return to.isSecure();
        }

        @Override
        public void close() {
            synchronized (lock) {
                releaseHeld();
                over = true;
            }
            to.close();
        }

        private void meet(Fault fault, ByteBuf frame) {
            switch (fault) {
                case NONE -> pass(frame);
                case DROP -> frame.release();
                case DUPLICATE -> {
                    pass(frame.copy());
                    pass(frame);
                }
                case REORDER -> hold(frame);
                case CORRUPT -> {
                    // A copy: the sender may still hold the frame, to send it again.
                    ByteBuf damaged = frame.copy();
                    frame.release();
                    int at = damaged.readableBytes() / 2;
                    damaged.setByte(at, damaged.getByte(at) ^ 0x10);
                    pass(damaged);
                }
                case DELAY -> {
                    delaying = true;
                    delayed.add(frame);
                    timers.schedule(this::deliverLate, DELAY);
                }
                case CUT -> {
                    frame.release();
                    releaseHeld();
                    over = true;
                    to.close();
                }
            }
        }

        private void pass(ByteBuf frame) {
            if (delaying) {
                delayed.add(frame);
                return;
            }
            to.send(frame);
            ByteBuf behind = overtaken;
            if (behind != null) {
                overtaken = null;
                to.send(behind);
            }
        }

        private void hold(ByteBuf frame) {
            if (overtaken != null) {
                pass(frame);
            } else {
                overtaken = frame;
            }
        }

        private void deliverLate() {
            synchronized (lock) {
                delaying = false;
                for (ByteBuf frame = delayed.poll(); frame != null; frame = delayed.poll()) {
                    to.send(frame);
                }
            }
            to.flush();
        }

        private void releaseHeld() {
            for (ByteBuf frame = delayed.poll(); frame != null; frame = delayed.poll()) {
                frame.release();
            }
            ByteBuf behind = overtaken;
            if (behind != null) {
                overtaken = null;
                behind.release();
            }
        }
    }
}
