package io.parley.cxf.bus;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.cxf.bus.DurableAgreements.Home;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Endpoints of a bus that continue durable sessions, by name and path of their address. Thread-safe. */
public final class DurableEndpoints {
    private static final Logger LOG = LoggerFactory.getLogger(DurableEndpoints.class);

    /** Time within which a process publishes all its endpoints, after any of them. */
    static final Duration PUBLISHING = Duration.ofSeconds(10);

    private final Map<Name, Published> published = new ConcurrentHashMap<>();
    private final InstantSource clock;

    /**
     * Name of an endpoint, equal on each node that publishes it.
     *
     * @param endpoint qualified name
     * @param path path of its address
     */
    public record Name(String endpoint, String path) {
        /** Returns the name of that {@link #text}. */
        static Name of(String text) {
            int blank = text.lastIndexOf(' ');
            return new Name(text.substring(0, blank), text.substring(blank + 1));
        }

        /** Returns the name as stored. */
        String text() {
            return endpoint + " " + path;
        }
    }

    private record Published(Home home, Instant since) {}

    DurableEndpoints(InstantSource clock) {
        this.clock = clock;
    }

    /** Adds a published endpoint, which replaces an earlier one of that name. */
    public void add(Name name, Home endpoint) {
        published.put(name, new Published(endpoint, clock.instant()));
    }

    /** Removes an endpoint, unless another one has replaced it. */
    public void remove(Name name, Home endpoint) {
        published.computeIfPresent(name, (key, known) -> known.home == endpoint ? null : known);
    }

    /**
     * Returns the endpoint of that name; empty if its address belongs to another one, as after a change of the
     * contract's namespace.
     *
     * @throws ParleyException {@code CONTEXT_UNAVAILABLE} if it may still be published
     */
    Optional<Home> find(Name name) {
        Published known = published.get(name);
        if (known != null) {
            return Optional.of(known.home);
        }
        Instant latest = clock.instant().minus(PUBLISHING);
        for (Map.Entry<Name, Published> each : published.entrySet()) {
            if (each.getKey().path.equals(name.path) && !each.getValue().since.isAfter(latest)) {
                LOG.warn(
                        "{}: cannot continue a session of {}, which had this address",
                        each.getKey().endpoint,
                        name.endpoint);
                return Optional.empty();
            }
        }
        throw new ParleyException(
                ErrorCode.CONTEXT_UNAVAILABLE, "RESUME: the endpoint is not published here yet, try again");
    }
}
