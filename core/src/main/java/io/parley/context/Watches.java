package io.parley.context;

import io.parley.ParleyException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The watchers of an engine. They read from its log, so that nothing is queued for slow watchers and nothing is lost
 * with a connection: a hint that a scope may have changed causes each to read on from its position. Thread-safe.
 */
public final class Watches {
    private static final Logger LOG = LoggerFactory.getLogger(Watches.class);
    private static final int PAGE = 100;

    private final Log log;
    private final Executor threads;
    private final Map<Scope, Set<Place>> places = new ConcurrentHashMap<>();

    /** The log that watchers read. */
    public interface Log {
        /** Reads the log like {@link ContextStore#log}. */
        List<LogRecord> read(Scope scope, long after, int limit);

        /** Returns the last number like {@link EngineState#lastLogged}. */
        long last(Scope scope);
    }

    /**
     * Creates an empty set of watchers.
     *
     * @param threads run the watchers, which may block
     */
    public Watches(Log log, Executor threads) {
        this.log = log;
        this.threads = threads;
    }

    /** Registers a watcher; see {@link ContextStore#watch}. */
    public Subscription watch(Scope scope, long after, Watcher watcher) {
        Place place = new Place(scope, after, watcher);
        places.compute(scope, (same, all) -> {
            Set<Place> with = all == null ? new CopyOnWriteArraySet<>() : all;
            with.add(place);
            return with;
        });
        place.look();
        return () -> end(place);
    }

    /** Wakes the watchers of a scope that may have changed. */
    public void hint(Scope scope) {
        places.getOrDefault(scope, Set.of()).forEach(Place::look);
    }

    /** Wakes all watchers, because any scope may have changed. */
    public void hintAll() {
        places.values().forEach(all -> all.forEach(Place::look));
    }

    /** Returns whether there are no watchers, so that no hints are needed. */
    public boolean isEmpty() {
        return places.isEmpty();
    }

    private void end(Place place) {
        place.ended = true;
        places.computeIfPresent(place.scope, (same, all) -> {
            all.remove(place);
            return all.isEmpty() ? null : all;
        });
    }

    /**
     * Position of one watcher. {@code hints} counts those that are not handled yet, and admits one thread at a time.
     */
    private final class Place {
        private final Scope scope;
        private final Watcher watcher;
        private final AtomicInteger hints = new AtomicInteger();
        private long position;
        private volatile boolean ended;

        Place(Scope scope, long position, Watcher watcher) {
            this.scope = scope;
            this.position = position;
            this.watcher = watcher;
        }

        void look() {
            if (hints.getAndIncrement() == 0) {
                threads.execute(this::lookAfterHints);
            }
        }

        private void lookAfterHints() {
            int seen;
            do {
                seen = hints.get();
                try {
                    deliverChanges();
                } catch (ParleyException e) {
                    LOG.info("Cannot read the log of a watched context; retrying at the next hint", e);
                }
            } while (hints.addAndGet(-seen) > 0);
        }

        private void deliverChanges() {
            if (position == Watcher.FROM_NOW) {
                resync();
            }
            List<LogRecord> page;
            do {
                page = log.read(scope, position, PAGE);
                page.forEach(this::deliver);
            } while (page.size() >= PAGE && !ended);
        }

        private void deliver(LogRecord what) {
            if (what.number() < position || ended) {
                return;
            }
            if (what.number() > position && what.previous() != position) {
                resync();
                return;
            }
            position = what.number();
            call(() -> watcher.changed(what));
        }

        private void resync() {
            position = log.last(scope);
            call(() -> watcher.resync(position));
        }

        /** Calls the watcher; a change counts as delivered even if the call throws. */
        private void call(Runnable notification) {
            if (ended) {
                return;
            }
            try {
                notification.run();
            } catch (RuntimeException e) {
                LOG.warn("The watcher of a context failed; it will receive further changes", e);
            }
        }
    }
}
