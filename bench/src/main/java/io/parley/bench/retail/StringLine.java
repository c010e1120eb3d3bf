package io.parley.bench.retail;

import io.parley.bench.contest.CxfSettings;
import io.parley.bench.contest.Door;
import io.parley.bench.document.Update;

/**
 * The system that the paper measured: applications put TDXML into a string of a SOAP message (docs/reference/tdxml.md,
 * R26).
 */
final class StringLine implements Line.OfObjects {
    private final Tables tables = new Tables();
    private final SoapLine soap;

    StringLine(Door door) throws Exception {
        this.soap = SoapLine.open(CxfSettings.TEXT, door);
    }

    @Override
    public Update exchange(Update message) {
        return tables.read(soap.port().exchangeText(tables.write(message)));
    }

    @Override
    public void close() {
        soap.close();
    }
}
