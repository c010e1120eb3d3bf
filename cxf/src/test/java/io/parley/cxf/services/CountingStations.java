package io.parley.cxf.services;

import jakarta.jws.WebService;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts how often each text was echoed. */
@WebService(
        targetNamespace = "urn:parley:test",
        serviceName = "WrappedStationsService",
        portName = "WrappedStationsPort",
        endpointInterface = "io.parley.cxf.services.WrappedStations")
public class CountingStations extends StationsImpl implements WrappedStations {
    public final Map<String, AtomicInteger> seen = new ConcurrentHashMap<>();

    @Override
    public String echo(String value) {
        seen.computeIfAbsent(value, absent -> new AtomicInteger()).incrementAndGet();
        return super.echo(value);
    }
}
