package io.parley.transport.http.program;

import io.parley.DaemonThreads;
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
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The endpoint of a program, with what looks after it: its bean for consoles, and its key store. Thread-safe. */
final class RunningEndpoint implements EndpointProgramMXBean {
    private static final Logger LOG = LoggerFactory.getLogger(RunningEndpoint.class);
    private static final long LOOK_SECONDS = 10;

    private final EndpointService service;
    private final HttpEndpoint endpoint;
    private final Duration drain;
    private final Optional<KeyStoreFile> keys;
    private final ScheduledExecutorService looking =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("parley-key-store"));

    private RunningEndpoint(
            EndpointService service, HttpEndpoint endpoint, Duration drain, Optional<KeyStoreFile> keys) {
        this.service = service;
        this.endpoint = endpoint;
        this.drain = drain;
        this.keys = keys;
    }

    /**
     * Makes the service and listens.
     *
     * @throws IOException if the key store cannot be used, or an address not be bound
     * @throws IllegalArgumentException if a setting makes no sense
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
            running.look();
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
            LOG.warn("no bean for consoles", e);
        }
    }

    private void look() {
        if (keys.isPresent()) {
            var unused =
                    looking.scheduleWithFixedDelay(this::renewIfChanged, LOOK_SECONDS, LOOK_SECONDS, TimeUnit.SECONDS);
        }
    }

    /** Shows the certificate of the key store if that is another than before; else, or if it cannot be used, the one before. */
    void renewIfChanged() {
        try {
            Optional<Protection.Certified> changed =
                    keys.isPresent() ? keys.get().readIfChanged() : Optional.empty();
            if (changed.isPresent()) {
                endpoint.renew(changed.get());
                LOG.info("the key store was replaced; its certificate is shown from now on");
            }
        } catch (IOException | IllegalArgumentException e) {
            LOG.warn("the certificate stays as it is: {}", e.getMessage());
        }
    }

    /** Waits until it was stopped. */
    void await() throws InterruptedException {
        endpoint.awaitClose();
    }

    /**
     * Finishes what is under way and closes.
     *
     * @return whether everything was finished in time
     */
    boolean stop() {
        looking.shutdownNow();
        boolean finished = endpoint.drain(drain);
        service.close();
        try {
            ManagementFactory.getPlatformMBeanServer().unregisterMBean(name());
        } catch (JMException e) {
            LOG.debug("there was no bean for consoles", e);
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
