package io.parley.bench.measure;

import io.parley.Limits;
import io.parley.bench.contest.CxfService;
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
import java.util.Map;

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
            WsContextService service =
                    new WsContextService(store, Limits.defaults(), address, CallerPolicy.anonymousAs("anonymous"));
            try (CxfService published = CxfService.publish(service, address, Map.of(), List.of());
                    ContextServiceHandler contexts = ContextServiceHandler.at(address)) {
                String context = contexts.begin();
                CellResult set =
                        StoreTimes.sampled(engine, "set-contents", pace, () -> contexts.setContent(context, item));
                CellResult get = StoreTimes.sampled(engine, "get-contents", pace, () -> {
                    if (contexts.getContent(context).isEmpty()) {
                        throw new IllegalStateException("expected what was put, found nothing");
                    }
                });
                return List.of(set, get);
            } catch (WsContextException e) {
                throw new IOException("the service answered with a fault", e);
            }
        }
    }
}
