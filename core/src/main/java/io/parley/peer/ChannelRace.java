package io.parley.peer;

import io.parley.Causes;
import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.negotiation.FallbackReason;
import io.parley.runtime.Conversation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of one negotiation to open a session on different channels (docs/protocol/negotiation.md, 13.5), similar
 * to RFC 8305. A channel has a head start before the next one is tried in parallel; if it fails, the next one is tried
 * at once. The first session that is opened wins, and sessions that are opened later are closed. Confined to one
 * thread, which blocks.
 */
public final class ChannelRace {
    private final Entrant entrant;
    private final Pace pace;
    private final List<Attempt> underWay = new ArrayList<>();
    /** Attempts that have completed; the only state shared with other threads. */
    private final BlockingQueue<Attempt> completed = new LinkedBlockingQueue<>();

    /** Reports the failure if no session is opened. */
    private Runnable loss = () -> {};

    /** The negotiating client, and its memory of unreachable channels. */
    public interface Entrant {
        /** Sends an offer with these channels, best first, and waits for the answer. */
        Entry offer(List<String> channels);

        /** Called when a channel was agreed and no session was opened on it: later offers to this address omit it. */
        void channelFailed(String channel, FallbackReason reason, String detail);

        /** Called on any thread when a session was opened on a channel that had been omitted. */
        void withinReach(String channel);
    }

    /**
     * Result of an offer.
     *
     * @param agreed null if there is no agreement
     * @param reason why there is none; null if there is an agreement, or no specific reason
     * @param ending reports this result to the negotiation's caller, if all other attempts fail too
     */
    public record Entry(@Nullable Agreed agreed, @Nullable FallbackReason reason, Runnable ending) {
        /** Returns the result of an accepted offer. */
        public static Entry of(Agreed agreed) {
            return new Entry(agreed, null, () -> {});
        }

        /** Returns the result of an offer without an agreement. */
        public static Entry over(@Nullable FallbackReason reason, Runnable ending) {
            return new Entry(null, reason, ending);
        }
    }

    /**
     * An agreement whose session can be opened.
     *
     * @param offerTook time from the offer to its answer
     * @param open opens the session; called at most once
     * @param opened receives the session, if it is the first
     * @param failed receives the reason, if all other attempts fail too
     */
    public record Agreed(
            String channel,
            Duration offerTook,
            Supplier<CompletionStage<Conversation>> open,
            Consumer<Conversation> opened,
            BiConsumer<FallbackReason, Throwable> failed) {}

    /** The timeouts of attempts. */
    interface Pace {
        /** Returns the time before the next channel is tried in parallel. */
        Duration headStart(Duration offerTook);

        /** Returns the time after which an attempt has failed. */
        Duration limit(Duration offerTook, boolean isLast);
    }

    /**
     * Creates a race.
     *
     * @param limits those that sessions are opened under
     */
    public ChannelRace(Entrant entrant, Limits limits) {
        this(entrant, pace(Reach.of(limits)));
    }

    ChannelRace(Entrant entrant, Pace pace) {
        this.entrant = entrant;
        this.pace = pace;
    }

    /** Returns the maximum time to open one session under those limits. */
    public static Duration mostToOpen(Limits limits) {
        return Reach.longest(limits);
    }

    private static Pace pace(Reach reach) {
        return new Pace() {
            @Override
            public Duration headStart(Duration offerTook) {
                return reach.headStart(offerTook);
            }

            @Override
            public Duration limit(Duration offerTook, boolean isLast) {
                return reach.within(offerTook, isLast);
            }
        };
    }

    /** An agreement whose session is being opened. */
    private static final class Attempt {
        final Agreed agreed;
        /** The offered channels, without the agreed one. */
        final List<String> left;

        final CompletionStage<Conversation> opening;
        final long headStartEnds;
        final long ends;
        boolean nextIsTried;
        private @Nullable Conversation conversation;
        private @Nullable Throwable why;

        Attempt(Agreed agreed, List<String> left, Pace pace) {
            this.agreed = agreed;
            this.left = left;
            this.opening = agreed.open().get();
            long now = System.nanoTime();
            this.nextIsTried = left.isEmpty();
            this.headStartEnds = now + pace.headStart(agreed.offerTook()).toNanos();
            this.ends = now + pace.limit(agreed.offerTook(), left.isEmpty()).toNanos();
        }

        /** Sets the result. Called before the attempt is queued, which publishes it to the thread of the race. */
        void complete(@Nullable Conversation standing, @Nullable Throwable failure) {
            conversation = standing;
            why = failure;
        }

        long nextTime() {
            return nextIsTried || ends - headStartEnds < 0 ? ends : headStartEnds;
        }
    }

    /**
     * Negotiates, and reports the result by exactly one of the entrant's consumers or endings.
     *
     * @param channels best first, at least one
     * @throws InterruptedException if the thread was interrupted before there was a result; nothing is then reported,
     *     and sessions that are still opened are closed
     */
    public void run(List<String> channels) throws InterruptedException {
        try {
            tryNext(channels, true);
            while (!underWay.isEmpty()) {
                Attempt next = completed.poll(untilNext(), TimeUnit.NANOSECONDS);
                if (next == null) {
                    overdue();
                } else if (underWay.remove(next)) { // Otherwise it had timed out, and closes itself.
                    if (next.conversation != null) {
                        won(next, next.conversation);
                        return;
                    }
                    failed(next, Causes.of(next.why == null ? new IllegalStateException("no session") : next.why));
                }
            }
            loss.run();
        } finally {
            underWay.forEach(this::abandon);
            underWay.clear();
        }
    }

    private long untilNext() {
        long now = System.nanoTime();
        return underWay.stream().mapToLong(each -> each.nextTime() - now).min().orElse(0);
    }

    private void tryNext(List<String> channels, boolean isFirst) {
        Entry entry = entrant.offer(channels);
        Agreed agreed = entry.agreed();
        if (agreed == null) {
            // The lack of another channel is not the reason why the first one failed.
            if (isFirst || entry.reason() != FallbackReason.NO_COMMON_TERM) {
                loss = entry.ending();
            }
            return;
        }
        if (completed.stream().anyMatch(each -> each.conversation != null)) {
            return; // Another session was opened meanwhile; the token remains unused.
        }
        List<String> left =
                channels.stream().filter(name -> !name.equals(agreed.channel())).toList();
        Attempt attempt = new Attempt(agreed, left, pace);
        underWay.add(attempt);
        attempt.opening.whenComplete((conversation, why) -> {
            attempt.complete(conversation, why);
            completed.add(attempt);
        });
    }

    private void overdue() {
        long now = System.nanoTime();
        for (Attempt each : List.copyOf(underWay)) {
            if (each.ends - now <= 0) {
                underWay.remove(each);
                Duration limit = pace.limit(each.agreed.offerTook(), each.left.isEmpty());
                String late = "the session was not opened within " + limit.toMillis() + " ms";
                abandon(each);
                failed(each, new ParleyException(ErrorCode.OPEN_TIMEOUT, late));
            } else if (!each.nextIsTried && each.headStartEnds - now <= 0) {
                each.nextIsTried = true;
                tryNext(each.left, false);
            }
        }
    }

    private void failed(Attempt attempt, Throwable why) {
        FallbackReason reason =
                why instanceof ParleyException coded ? FallbackReason.of(coded.code()) : FallbackReason.UNDECIDED;
        loss = () -> attempt.agreed.failed().accept(reason, why);
        if (attempt.left.isEmpty() || !Reach.fails(reason)) {
            return;
        }
        entrant.channelFailed(attempt.agreed.channel(), reason, String.valueOf(why.getMessage()));
        if (!attempt.nextIsTried) {
            attempt.nextIsTried = true;
            tryNext(attempt.left, false);
        }
    }

    private void won(Attempt attempt, Conversation conversation) {
        for (Attempt other : underWay) {
            boolean wasPreferred = other.left.contains(attempt.agreed.channel());
            if (wasPreferred) {
                String detail = "no session after the head start, while " + attempt.agreed.channel() + " had one";
                entrant.channelFailed(other.agreed.channel(), FallbackReason.CONNECT_TIMEOUT, detail);
            }
        }
        attempt.agreed.opened().accept(conversation);
    }

    /** Closes the session of an attempt if it is still opened, which also proves that its channel is reachable. */
    private void abandon(Attempt attempt) {
        var unused = attempt.opening.thenAccept(late -> {
            entrant.withinReach(attempt.agreed.channel());
            late.close(ErrorCode.CLOSED, "another session was opened first, or this one too late");
        });
    }
}
