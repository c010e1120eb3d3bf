package io.parley.examples.raw;

import io.parley.endpoint.Contract;
import io.parley.transport.http.endpoint.HttpEndpoint;
import java.io.IOException;
import java.net.URI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Runs the tests against a standalone endpoint, with a client written from the pages. */
class RawClientOfEndpointTest extends RawClientTest {
    private static final Contract CONTRACT = Contract.builder(Sums.NAMESPACE)
            .operation("sum", Sums.Numbers.class, Sums.Total.class)
            .message("note", Sums.Note.class)
            .actions(name -> "")
            .build();

    private HttpEndpoint endpoint;

    @BeforeEach
    void serve() throws IOException {
        endpoint = HttpEndpoint.serve(CONTRACT)
                .on("sum", Sums.Numbers.class, Sums::sum)
                .onMessage("note", Sums.Note.class, (note, session) -> notes.add(note.text))
                .representations("hhfr", "bnux", "xml")
                .start(0);
    }

    @AfterEach
    void close() {
        endpoint.close();
    }

    @Override
    URI url() {
        return endpoint.url();
    }

    @Override
    String endpoint() {
        return "{urn:raw}Port";
    }
}
