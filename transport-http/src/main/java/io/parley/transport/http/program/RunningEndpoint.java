package io.parley.transport.http.program;

import io.parley.DaemonThreads;
import io.parley.Delays;
import io.parley.channel.KeyStoreFile;
import io.parley.channel.Protection;
import io.parley.endpoint.EndpointCounts;
import io.parley.transport.http.endpoint.HttpEndpoint;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import javax.management.JMException;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Endpoint of a program, with its MBean and the renewal of its certificate. Thread-safe. */
final class RunningEndpoint implements EndpointProgramMXBean {
    private static final Logger LOG = LoggerFactory.getLogger(RunningEndpoint.class);
    private static final Duration CHECK = Duration.ofSeconds(10);

    private final EndpointService service;
    private final HttpEndpoint endpoint;
    private final Duration drain;
    private final Optional<KeyStoreFile> keys;
    private final ScheduledExecutorService keyStoreChecks =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("parley-key-store"));

    private RunningEndpoint(
            EndpointService service, HttpEndpoint endpoint, Duration drain, Optional<KeyStoreFile> keys) {
        this.service = service;
        this.endpoint = endpoint;
        this.drain = drain;
        this.keys = keys;
    }

    /**
     * Creates the service and starts listening.
     *
     * @throws IOException if the key store cannot be used, or an address cannot be bound
     * @throws IllegalArgumentException if a setting is not valid
     */
    static RunningEndpoint start(Configuration settings) throws IOException {
        EndpointService service = service(settings.service());
        try {
            HttpEndpoint.Builder building =
                    HttpEndpoint.serve(service.contract()).limits(settings.limits());
            settings.host().ifPresent(building::host);
            settings.path().ifPresent(building::path);
            settings.advertisedHost().ifPresent(building::advertise);
            settings.compression().ifPresent(building::compression);
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
            if (!settings.representations().isEmpty()) {
                building.representations(settings.representations().toArray(String[]::new));
            }
            building.order(settings.order());
            if (settings.resumable()) {
                building.resumable();
            }
            Optional<KeyStoreFile> keys = settings.keyStore();
            if (keys.isPresent()) {
                building.protection(keys.get().read());
            }
            service.declare(building);
            RunningEndpoint running =
                    new RunningEndpoint(service, building.start(settings.httpPort()), settings.drain(), keys);
            running.register();
            running.scheduleKeyStoreChecks();
            return running;
        } catch (IOException | RuntimeException e) {
            service.close();
            throw e;
        }
    }

    private static EndpointService service(String name) {
        try {
            return Class.forName(name, true, Thread.currentThread().getContextClassLoader())
                    .asSubclass(EndpointService.class)
                    .getConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException | ClassCastException e) {
            throw new IllegalArgumentException(
                    Configuration.SERVICE
                            + ": expected a public class with a constructor without parameters that is an "
                            + EndpointService.class.getSimpleName() + ", found " + name + " (" + e + ")",
                    e);
        }
    }

    private void register() {
        try {
            ManagementFactory.getPlatformMBeanServer().registerMBean(this, name());
        } catch (JMException e) {
            LOG.warn("Cannot register the endpoint's MBean", e);
        }
    }

    private void scheduleKeyStoreChecks() {
        if (keys.isPresent()) {
            var unused = Delays.every(keyStoreChecks, "The check of the key store", CHECK, CHECK, this::renewIfChanged);
        }
    }

    /**
     * Presents the certificate of the key store if it has changed; keeps the current one if the key store cannot be
     * read.
     */
    void renewIfChanged() {
        try {
            Optional<Protection.Certified> changed =
                    keys.isPresent() ? keys.get().readIfChanged() : Optional.empty();
            if (changed.isPresent()) {
                endpoint.renew(changed.get());
                LOG.info("Renewed the certificate from the replaced key store");
            }
        } catch (IOException | IllegalArgumentException e) {
            LOG.warn("Keeping the current certificate, cannot read the key store: {}", e.getMessage());
        }
    }

    /** Blocks until the endpoint was stopped. */
    void await() throws InterruptedException {
        endpoint.awaitClose();
    }

    /**
     * Completes work under way and closes.
     *
     * @return whether all work was completed in time
     */
    boolean stop() {
        keyStoreChecks.shutdownNow();
        boolean finished = endpoint.drain(drain);
        service.close();
        try {
            ManagementFactory.getPlatformMBeanServer().unregisterMBean(name());
        } catch (JMException e) {
            LOG.debug("No MBean of the endpoint to unregister", e);
        }
        return finished;
    }

    private ObjectName name() throws JMException {
        return new ObjectName("io.parley:type=Endpoint,url=" + ObjectName.quote(getUrl()));
    }

    @Override
    public String getUrl() {
        return endpoint.url().toString();
    }

    @Override
    public int getStreamPort() {
        return endpoint.streamPort();
    }

    @Override
    public int getSessions() {
        return endpoint.sessions();
    }

    @Override
    public long getStreamedCalls() {
        return counts().streamed();
    }

    @Override
    public long getSoapCalls() {
        return counts().bySoap();
    }

    @Override
    public long getFailedCalls() {
        return counts().failed();
    }

    @Override
    public long getHeldBytes() {
        return counts().heldBytes();
    }

    @Override
    public long getBytesOut() {
        return counts().traffic().bytesOut();
    }

    @Override
    public long getBytesIn() {
        return counts().traffic().bytesIn();
    }

    private EndpointCounts counts() {
        return endpoint.counts();
    }
}
