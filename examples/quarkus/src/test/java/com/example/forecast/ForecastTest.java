package com.example.forecast;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.parley.cxf.ParleyStatus;
import io.quarkiverse.cxf.annotation.CXFClient;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.frontend.ClientProxy;
import org.junit.jupiter.api.Test;

@QuarkusTest
class ForecastTest {
    @Inject
    @CXFClient("forecast")
    Forecast forecast;

    @Test
    void theFirstCallGoesBySoapAndTheNextStream() {
        Client client = ClientProxy.getClient(forecast);

        assertEquals(24, forecast.temperatures("Rome", 24).length);
        ParleyStatus.settled(client).toCompletableFuture().join();
        assertEquals(24, forecast.temperatures("Rome", 24).length);

        assertEquals(1, ParleyStatus.of(client).orElseThrow().streamedCalls());
    }
}
