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
        private final Queue<Held> delayed = new ArrayDeque<>();
        private @Nullable Held overtaken;
        private int frames;
        private boolean delaying;
        private boolean over;

        /** A frame with the track that it is sent on. */
        private record Held(ByteBuf frame, int track) {
            Held with(ByteBuf other) {
                return new Held(other, track);
            }

            void release() {
                frame.release();
            }
        }

        Faulty(Connection to, FaultPlan plan) {
            this.to = to;
            this.plan = plan;
        }

        @Override
        public void send(ByteBuf frame) {
            send(frame, 0);
        }

        @Override
        public void send(ByteBuf frame, int track) {
            synchronized (lock) {
                if (over) {
                    frame.release();
                } else {
                    meet(plan.next(frames++), new Held(frame, track));
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
        public boolean isWritable(int track) {
            return to.isWritable(track);
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

        private void meet(Fault fault, Held sent) {
            switch (fault) {
                case NONE -> pass(sent);
                case DROP -> sent.release();
                case DUPLICATE -> {
                    pass(sent.with(sent.frame().copy()));
                    pass(sent);
                }
                case REORDER -> hold(sent);
                case CORRUPT -> {
                    // A copy: the sender may still hold the frame, to send it again.
                    ByteBuf damaged = sent.frame().copy();
                    sent.release();
                    int at = damaged.readableBytes() / 2;
                    damaged.setByte(at, damaged.getByte(at) ^ 0x10);
                    pass(sent.with(damaged));
                }
                case DELAY -> {
                    delaying = true;
                    delayed.add(sent);
                    timers.schedule(this::deliverLate, DELAY);
                }
                case CUT -> {
                    sent.release();
                    releaseHeld();
                    over = true;
                    to.close();
                }
            }
        }

        private void pass(Held sent) {
            if (delaying) {
                delayed.add(sent);
                return;
            }
            deliver(sent);
            Held late = overtaken;
            if (late != null) {
                overtaken = null;
                deliver(late);
            }
        }

        private void deliver(Held sent) {
            to.send(sent.frame(), sent.track());
        }

        private void hold(Held sent) {
            if (overtaken != null) {
                pass(sent);
            } else {
                overtaken = sent;
            }
        }

        private void deliverLate() {
            synchronized (lock) {
                delaying = false;
                for (Held sent = delayed.poll(); sent != null; sent = delayed.poll()) {
                    deliver(sent);
                }
            }
            to.flush();
        }

        private void releaseHeld() {
            for (Held sent = delayed.poll(); sent != null; sent = delayed.poll()) {
                sent.release();
            }
            Held late = overtaken;
            if (late != null) {
                overtaken = null;
                late.release();
            }
        }
    }
}
