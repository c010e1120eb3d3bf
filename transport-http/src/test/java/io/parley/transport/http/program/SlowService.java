package io.parley.transport.http.program;

import io.parley.endpoint.Contract;
import io.parley.endpoint.EndpointBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A service that answers {@code length} at once, and {@code wait} when a byte arrives on standard input. */
public final class SlowService implements EndpointService {
    static final Contract CONTRACT = Contract.builder("urn:slow")
            .operation("length", String.class, Integer.class)
            .operation("wait", String.class, Integer.class)
            .build();

    @Override
    public Contract contract() {
        return CONTRACT;
    }

    @Override
    public void declare(EndpointBuilder<?> endpoint) {
        endpoint.on("length", String.class, String::length).on("wait", String.class, text -> {
            System.out.println("waiting");
            try {
                return System.in.read();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    @Override
    public void close() {
        System.out.println("service closed");
    }
}
