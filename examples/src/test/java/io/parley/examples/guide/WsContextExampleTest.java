package io.parley.examples.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;
import io.parley.context.Value;
import io.parley.cxf.addressing.ReplyAddresses;
import io.parley.store.wscontext.CallerPolicy;
import io.parley.store.wscontext.ContextServiceHandler;
import io.parley.store.wscontext.WsContextService;
import io.parley.store.wscontext.message.WsContextException;
import java.nio.file.Path;
import java.util.List;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the guide's example of a WS-Context service and its client. */
class WsContextExampleTest {
    private static final CallerPolicy CALLERS = CallerPolicy.anonymousAs("anonymous");

    private final Place place = new Place();

    @TempDir
    Path directory;

    @AfterEach
    void leave() {
        place.close();
    }

    @Test
    void aStoreIsPublishedAndKeepsAHeader() throws WsContextException {
        String address = place.address("ws-context");
        String header = "<wsa:To xmlns:wsa=\"http://www.w3.org/2005/08/addressing\">urn:stations</wsa:To>";
        String found;
        try (ContextStore store =
                ContextStores.open("sqlite:" + directory.resolve("contexts.db"), StoreSettings.defaults())) {
            JaxWsServerFactoryBean server = new JaxWsServerFactoryBean();
            server.setServiceBean(new WsContextService(store, Limits.defaults(), address, CALLERS));
            server.setAddress(address);
            server.getFeatures().add(ReplyAddresses.only(List.of("https://desk.example.org/callbacks/")));
            server.create();

            try (ContextServiceHandler contexts = ContextServiceHandler.at(address)) {
                String context = contexts.begin();
                contexts.setContent(context, Value.of(header, "application/xml"));
                found = contexts.getContent(context).orElseThrow().text();
                contexts.complete(context);
            }
            place.close(); // the service goes before its store
        }

        assertThat(found).contains("urn:stations");
    }
}
