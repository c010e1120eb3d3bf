package io.parley.transport.http.program;

import io.parley.Artifacts;
import io.parley.ConfigurationException;
import io.parley.DaemonThreads;
import io.parley.channel.KeyStoreFile;
import io.parley.endpoint.Contract;
import io.parley.endpoint.Draining;
import io.parley.endpoint.EndpointCounts;
import io.parley.endpoint.EndpointServer;
import io.parley.transport.http.endpoint.HttpEndpoint;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Endpoints of a program: at a URL, and maybe on a queue. Thread-safe.
 *
 * @param queue its name; empty if there is none
 * @param onQueue null if there is no queue
 */
record ServedAddresses(
        HttpEndpoint atUrl, String queue, @Nullable EndpointServer onQueue) {
    /** Time in which an endpoint that is drained closes. */
    private static final Duration CLOSING = Duration.ofSeconds(10);

    /**
     * Starts the endpoints; the one on a queue last, since requests may wait there.
     *
     * @throws IOException if the key store cannot be used, an address cannot be bound, or the broker is not reachable
     * @throws IllegalArgumentException if a setting is not valid
     */
    static ServedAddresses start(EndpointService service, Configuration settings, Optional<KeyStoreFile> keys)
            throws IOException {
        Contract contract = service.contract();
        Optional<Configuration.Queue> queue = settings.queue();
        HttpEndpoint atUrl = atUrl(contract, service, settings, keys).start(settings.httpPort());
        try {
            return queue.isEmpty()
                    ? new ServedAddresses(atUrl, "", null)
                    : new ServedAddresses(atUrl, queue.get().name(), onQueue(queue.get(), contract, service, settings));
        } catch (IOException | RuntimeException e) {
            atUrl.close();
            throw e;
        }
    }

    private static EndpointServer onQueue(
            Configuration.Queue queue, Contract contract, EndpointService service, Configuration settings)
            throws IOException {
        try {
            return QueueStart.start(queue, contract, service, settings);
        } catch (NoClassDefFoundError e) {
            if (!String.valueOf(e.getMessage()).startsWith("io/parley/transport/jms/")) {
                throw e;
            }
            throw new ConfigurationException(
                    Configuration.QUEUE,
                    "the classes for queues",
                    "none",
                    Artifacts.remedy("jms").orElseThrow());
        }
    }

    private static HttpEndpoint.Builder atUrl(
            Contract contract, EndpointService service, Configuration settings, Optional<KeyStoreFile> keys)
            throws IOException {
        HttpEndpoint.Builder building = HttpEndpoint.serve(contract);
        settings.applyTo(building);
        settings.host().ifPresent(building::host);
        settings.path().ifPresent(building::path);
        settings.advertisedHost().ifPresent(building::advertise);
        if (settings.hasStream()) {
            building.streamPort(settings.port());
        } else {
            building.withoutStream();
        }
        if (settings.hasQuic()) {
            building.quicPort(settings.port());
        }
        if (!settings.hasWebSockets()) {
            building.withoutWebSockets();
        }
        building.webSocketOrigins(settings.webSocketOrigins().toArray(String[]::new));
        building.webSocketKeepAlive(settings.webSocketKeepAlive());
        if (keys.isPresent()) {
            building.protection(keys.get().read());
        }
        service.declare(building);
        service.declareUrl(building);
        return building;
    }

    /** Returns a counter, summed over the endpoints. */
    long sum(ToLongFunction<EndpointCounts> counter) {
        long sum = counter.applyAsLong(atUrl.counts());
        return onQueue == null ? sum : sum + counter.applyAsLong(onQueue.counts());
    }

    /** Drains the endpoints at the same time; returns whether all work was completed in time. */
    boolean drain(Duration within) {
        EndpointServer queued = onQueue;
        if (queued == null) {
            return atUrl.drain(within);
        }
        CompletableFuture<Boolean> drained = CompletableFuture.supplyAsync(
                () -> queued.drain(within), task -> DaemonThreads.start("parley-stopping-queue", task));
        boolean finished = atUrl.drain(within);
        return Draining.await(drained, within.plus(CLOSING), "jms:queue:" + queue) && drained.getNow(false) && finished;
    }
}
