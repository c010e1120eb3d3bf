package io.parley.runtime;

import io.netty.buffer.ByteBufAllocator;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.Providers;
import io.parley.channel.ChannelSettings;
import io.parley.compression.Compression;
import io.parley.compression.Memory;
import io.parley.compression.SessionCompression;
import io.parley.compression.StreamCompression;
import io.parley.compression.Workspace;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.ChannelSecurity;
import io.parley.negotiation.CompressionTerm;
import io.parley.negotiation.Reliability;
import io.parley.session.Budget;
import io.parley.session.SessionSettings;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Services shared by all sessions of a runtime. Thread-safe. */
final class Services {
    /**
     * Maximum number of the peers' messages that are read while they arrive, since each may block a worker. Others are
     * delivered when complete.
     */
    private static final int MOST_ARRIVING = 8;

    final Limits limits;
    final Timers timers;
    final Executor workers;

    /** Executor that reads the content of side streams, which may block. */
    final Executor sideWriters;

    final ByteBufAllocator allocator;
    /** True for the channels that do not report the end of a peer's process. */
    final Predicate<String> silentChannels;

    final Providers<Compression> compressions;
    final Budget receivingBudget;
    final Budget sendingBudget;
    final ObjectBudget objects;
    /** Permits for the peers' messages that are read while they arrive. */
    final Semaphore arrivals = new Semaphore(MOST_ARRIVING);

    final Tokens tokens;
    final Resumptions resumptions;
    /** Source of jitter for reconnects. */
    final RandomGenerator random;

    /** The durable sessions; null if there is no store for them. */
    final @Nullable Durable durable;

    final EventCounters events = new EventCounters();

    /** Number of times that writers waited for capacity; the next field is their total in nanoseconds. */
    final LongAdder waits = new LongAdder();

    final LongAdder waitedNanos = new LongAdder();

    /** The open sessions. */
    final Set<RunningSession> open = ConcurrentHashMap.newKeySet();

    /** True once the sessions that peers open are drained, including those that are opened later. */
    volatile boolean draining;

    /** True once the runtime is closed. */
    volatile boolean closed;

    /** Traffic of the closed sessions. Guarded by this. */
    private Traffic ended = Traffic.NONE;

    private final Map<String, Integer> sessionsByPrincipal = new HashMap<>();

    Services(
            Limits limits,
            Timers timers,
            Executor workers,
            Executor sideWriters,
            ByteBufAllocator allocator,
            Predicate<String> silentChannels,
            Providers<Compression> compressions,
            RandomGenerator random,
            @Nullable Durable durable) {
        this.limits = limits;
        this.timers = ChannelThreads.marking(timers);
        this.workers = workers;
        this.sideWriters = sideWriters;
        this.allocator = allocator;
        this.silentChannels = silentChannels;
        this.compressions = compressions;
        this.random = random;
        this.durable = durable;
        this.receivingBudget = Budget.of(limits.get(Limit.TOTAL_BYTES));
        this.sendingBudget = Budget.of(limits.get(Limit.TOTAL_BYTES));
        this.objects = ObjectBudget.of(limits);
        this.tokens = new Tokens(this.timers, limits.get(Limit.SESSIONS_PER_PRINCIPAL));
        this.resumptions = new Resumptions(tokens);
    }

    /** Adds an open session; returns whether it must be drained because this runtime drains those of peers. */
    boolean opened(RunningSession session) {
        open.add(session);
        return draining && session.isAccepting() && endsByDrain(session);
    }

    /** Returns whether a drain ends a session; durable ones are left to the next process. */
    static boolean endsByDrain(RunningSession session) {
        return session.agreement().reliability() != Reliability.DURABLE;
    }

    SessionSettings sessionSettings(String channel, boolean secure) {
        boolean tellsOfEnd = !silentChannels.test(channel);
        return new SessionSettings(limits, allocator, !secure, tellsOfEnd, receivingBudget, sendingBudget);
    }

    SessionSettings sessionSettings(Agreement agreement) {
        return sessionSettings(agreement.channel(), agreement.security() != ChannelSecurity.NONE);
    }

    /** Returns the settings of channels. */
    ChannelSettings channelSettings() {
        return new ChannelSettings(limits);
    }

    /** Starts the agreed compression in one session; it must be {@link #checkCompression known}. */
    SessionCompression compression(Agreement agreement, int chunkBytes) {
        if (agreement.compression().equals(CompressionTerm.NONE)) {
            return SessionCompression.NONE;
        }
        Memory memory = memoryOfSession(agreement.limits());
        return known(agreement).begin(new Workspace(agreement.limits(), memory, allocator, chunkBytes));
    }

    /** Throws {@code NEGOTIATION} if the agreed compression is not available. */
    void checkCompression(Agreement agreement) {
        if (!agreement.compression().equals(CompressionTerm.NONE)) {
            known(agreement);
        }
    }

    /**
     * Checks that durable sessions of an agreement are possible here.
     *
     * @throws IllegalArgumentException if they are not
     */
    void checkDurable(Agreement agreement) {
        if (agreement.reliability() != Reliability.DURABLE) {
            return;
        }
        if (durable == null) {
            throw new IllegalArgumentException("reliability durable needs a context store, see Builder.durable");
        }
        if (!compressesSingly(agreement)) {
            throw new IllegalArgumentException(
                    "reliability durable: expected a compression of single messages or none, found "
                            + agreement.compression());
        }
    }

    /**
     * Allows sessions of an agreement that other processes left to be continued here: {@link ParleyRuntime#recover}.
     */
    void recover(Recovery.Arguments arguments) {
        checkDurable(arguments.agreement());
        if (durable != null) {
            durable.recover(arguments);
        }
    }

    /** Allows sessions that a recovery finds to be continued here: {@link ParleyRuntime#recover(Recovery)}. */
    void recover(Recovery recovery) {
        if (durable != null) {
            durable.recover(recovery);
        }
    }

    /** Restores sessions: {@link ParleyRuntime#restore}. */
    void restore() {
        if (durable != null) {
            durable.restore();
        }
    }

    /**
     * Issues a token like {@link ParleyRuntime#issue}.
     *
     * @param at the scope in which it is valid
     */
    byte[] issue(
            Agreement agreement, String principal, @Nullable Object attachment, MessageHandler handler, Object at) {
        checkDurable(agreement);
        checkCompression(agreement);
        if (durable != null && agreement.reliability() == Reliability.DURABLE) {
            durable.prepare();
        }
        return tokens.issue(new TokenGrant(agreement, principal, attachment, handler, timers.nanoTime(), at));
    }

    /** Returns whether another process can decompress messages without the preceding ones. */
    private boolean compressesSingly(Agreement agreement) {
        return agreement.compression().equals(CompressionTerm.NONE) || known(agreement) instanceof StreamCompression;
    }

    private Compression known(Agreement agreement) {
        return compressions
                .find(agreement.compression())
                .orElseThrow(() -> new ParleyException(
                        ErrorCode.NEGOTIATION,
                        "no compression is called " + agreement.compression() + "; available are "
                                + compressions.names()));
    }

    /**
     * Returns memory for compression: as much as a session has for received content, which it comes on top of, within
     * the process's budget.
     */
    private Memory memoryOfSession(Limits agreed) {
        Budget budget = receivingBudget.part(agreed.get(Limit.SESSION_BYTES));
        return new Memory() {
            @Override
            public boolean tryReserve(long bytes) {
                return budget.tryReserve(bytes);
            }

            @Override
            public void release(long bytes) {
                budget.release(bytes);
            }
        };
    }

    /** Removes a closed session, whose traffic is final. */
    synchronized void remove(RunningSession session) {
        ended = ended.plus(session.traffic());
        open.remove(session);
    }

    /** Returns the traffic of all sessions; that of a session that is just being closed may be missing. */
    Traffic traffic() {
        Traffic sum;
        synchronized (this) {
            sum = ended;
        }
        for (RunningSession session : open) {
            sum = sum.plus(session.traffic());
        }
        return sum;
    }

    /** Counts one more session of a principal; throws {@code LIMIT} if it has too many. */
    void enter(String principal) {
        synchronized (sessionsByPrincipal) {
            int sessions = sessionsByPrincipal.getOrDefault(principal, 0);
            if (sessions >= limits.get(Limit.SESSIONS_PER_PRINCIPAL)) {
                throw new ParleyException(
                        ErrorCode.LIMIT,
                        "OPEN: expected at most " + sessions + " sessions of one principal, found one more; the setting"
                                + " is " + Limit.SESSIONS_PER_PRINCIPAL.setting());
            }
            sessionsByPrincipal.put(principal, sessions + 1);
        }
    }

    void leave(String principal) {
        synchronized (sessionsByPrincipal) {
            sessionsByPrincipal.computeIfPresent(principal, (key, sessions) -> sessions == 1 ? null : sessions - 1);
        }
    }
}
