package io.parley.transport.http.program;

import io.parley.DaemonThreads;
import io.parley.Delays;
import io.parley.channel.KeyStoreFile;
import io.parley.channel.Protection;
import io.parley.endpoint.EndpointCounts;
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
    private final ServedAddresses addresses;
    private final Duration drain;
    private final Optional<KeyStoreFile> keys;
    private final ScheduledExecutorService keyStoreChecks =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("parley-key-store"));

    private RunningEndpoint(
            EndpointService service, ServedAddresses addresses, Duration drain, Optional<KeyStoreFile> keys) {
        this.service = service;
        this.addresses = addresses;
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
            Optional<KeyStoreFile> keys = settings.keyStore();
            RunningEndpoint running = new RunningEndpoint(
                    service, ServedAddresses.start(service, settings, keys), settings.drain(), keys);
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
                addresses.atUrl().renew(changed.get());
                LOG.info("Renewed the certificate from the replaced key store");
            }
        } catch (IOException | IllegalArgumentException e) {
            LOG.warn("Keeping the current certificate, cannot read the key store: {}", e.getMessage());
        }
    }

    /** Blocks until the endpoint was stopped. */
    void await() throws InterruptedException {
        addresses.atUrl().awaitClose();
    }

    /**
     * Completes work under way and closes.
     *
     * @return whether all work was completed in time
     */
    boolean stop() {
        keyStoreChecks.shutdownNow();
        boolean finished = addresses.drain(drain);
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
        return addresses.atUrl().url().toString();
    }

    @Override
    public int getStreamPort() {
        return addresses.atUrl().streamPort();
    }

    @Override
    public int getSessions() {
        return (int) addresses.sum(EndpointCounts::sessions);
    }

    @Override
    public long getStreamedCalls() {
        return addresses.sum(EndpointCounts::streamed);
    }

    @Override
    public long getSoapCalls() {
        return addresses.sum(EndpointCounts::bySoap);
    }

    @Override
    public long getFailedCalls() {
        return addresses.sum(EndpointCounts::failed);
    }

    @Override
    public long getHeldBytes() {
        return addresses.sum(EndpointCounts::heldBytes);
    }

    @Override
    public long getBytesOut() {
        return addresses.sum(counts -> counts.traffic().bytesOut());
    }

    @Override
    public long getBytesIn() {
        return addresses.sum(counts -> counts.traffic().bytesIn());
    }

    @Override
    public String getQueue() {
        return addresses.queue();
    }
}
