package io.parley.bench.retail;

import io.parley.bench.document.Update;
import jakarta.jws.WebService;

/** Returns the request with the identification of an answer. */
@WebService(
        endpointInterface = "io.parley.bench.retail.RetailPort",
        targetNamespace = Update.NAMESPACE,
        serviceName = "RetailService")
public final class RetailService implements RetailPort {
    private final Tables tables = new Tables();

    @Override
    public Update exchange(Update value) {
        value.identification = Line.ANSWER;
        return value;
    }

    @Override
    public String exchangeText(String value) {
        Update message = tables.read(value);
        message.identification = Line.ANSWER;
        return tables.write(message);
    }
}
