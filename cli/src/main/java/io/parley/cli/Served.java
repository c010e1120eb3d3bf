package io.parley.cli;

import io.parley.Limits;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;
import io.parley.cxf.addressing.ReplyAddresses;
import io.parley.examples.hosting.ServiceHost;
import io.parley.store.wscontext.CallerPolicy;
import io.parley.store.wscontext.WsContextService;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The services of {@code parley serve}: the example services, and a context store as a service if one is named. */
record Served(ServiceHost services, @Nullable ContextStore store, List<String> addresses) implements AutoCloseable {
    private static final String ANONYMOUS = "anonymous";

    /** Starts the example services. */
    interface Host {
        ServiceHost start() throws IOException;
    }

    /** Opens the store before publishing anything, and closes it if publishing fails. */
    static Served start(@Nullable String contexts, Host host) throws IOException {
        if (contexts == null) {
            ServiceHost services = host.start();
            return new Served(services, null, services.addresses());
        }
        ContextStore store = ContextStores.open(contexts, StoreSettings.defaults());
        try {
            ServiceHost services = host.start();
            List<String> addresses = new ArrayList<>(services.addresses());
            addresses.add(
                    services.publish("ws-context", address -> service(store, address), List.of(ReplyAddresses.none())));
            return new Served(services, store, addresses);
        } catch (IOException | RuntimeException e) {
            store.close();
            throw e;
        }
    }

    private static WsContextService service(ContextStore store, String address) {
        return new WsContextService(store, Limits.defaults(), address, CallerPolicy.anonymousAs(ANONYMOUS));
    }

    /** Closes the services before the store that they use. */
    @Override
    public void close() {
        services.close();
        if (store != null) {
            store.close();
        }
    }
}
