package io.parley.cxf.services;

import jakarta.xml.ws.Holder;

/** The operations of the test services in every style. */
public interface Stations {
    String echo(String value);

    double sum(Reading reading);

    Reading swap(Holder<Reading> current, Holder<Integer> count);

    String fail(String kind) throws StationException;

    void tell(String what);

    long waitFor(long millis);

    String whoAmI();
}
