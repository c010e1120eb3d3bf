package io.parley.bench.measure;

import io.parley.Limits;
import io.parley.bench.contest.FreePort;
import io.parley.bench.plan.Pace;
import io.parley.bench.result.CellResult;
import io.parley.context.ContextStore;
import io.parley.context.Value;
import io.parley.store.wscontext.CallerPolicy;
import io.parley.store.wscontext.ContextServiceHandler;
import io.parley.store.wscontext.WsContextService;
import io.parley.store.wscontext.message.WsContextException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;

/**
 * Measurement of a context store behind its WS-Context service, which the HHFR paper calls the access to the context
 * store (its figure 8). The value is the paper's: 847 bytes of WS-ReliableMessaging. Service, client and store are in
 * this process, connected by SOAP over HTTP on loopback.
 */
final class SoapStoreTimes {
    /** Prefix of the name of an engine. */
    static final String PREFIX = "soap-";

    private SoapStoreTimes() {}

    static List<CellResult> measure(String engine, Pace pace, Path folder) throws IOException {
        String address = "http://localhost:" + FreePort.find() + "/ws-context";
        Value item = Value.of(HeaderKind.WSRM_847.constant().get(0), "application/xml");
        try (ContextStore store = StoreTimes.open(engine.substring(PREFIX.length()), folder.resolve("store"))) {
            Server server = publish(store, address);
            try (ContextServiceHandler contexts = ContextServiceHandler.at(address)) {
                String context = contexts.begin();
                CellResult set = StoreTimes.sampled(engine, "set-contents", pace, () -> set(contexts, context, item));
                CellResult get = StoreTimes.sampled(engine, "get-contents", pace, () -> get(contexts, context));
                return List.of(set, get);
            } catch (WsContextException e) {
                throw new IOException("the service answered with a fault", e);
            } finally {
                server.destroy();
            }
        }
    }

    private static Server publish(ContextStore store, String address) {
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
        factory.setServiceBean(
                new WsContextService(store, Limits.defaults(), address, CallerPolicy.anonymousAs("anonymous")));
        factory.setAddress(address);
        return factory.create();
    }

    private static void set(ContextServiceHandler contexts, String context, Value item) {
        try {
            contexts.setContent(context, item);
        } catch (WsContextException e) {
            throw new IllegalStateException("the service answered with a fault", e);
        }
    }

    private static void get(ContextServiceHandler contexts, String context) {
        try {
            if (contexts.getContent(context).isEmpty()) {
                throw new IllegalStateException("expected what was put, found nothing");
            }
        } catch (WsContextException e) {
            throw new IllegalStateException("the service answered with a fault", e);
        }
    }
}
