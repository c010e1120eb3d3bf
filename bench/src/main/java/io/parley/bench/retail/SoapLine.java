package io.parley.bench.retail;

import io.parley.bench.contest.CxfClient;
import io.parley.bench.contest.CxfSettings;
import io.parley.bench.contest.CxfSite;
import io.parley.bench.contest.Door;
import io.parley.bench.document.Update;
import java.io.IOException;
import java.util.Map;

/** An ordinary CXF proxy and its service. */
final class SoapLine implements Line.OfObjects {
    private final CxfSite site;
    private final CxfClient<RetailPort> client;

    private SoapLine(CxfSite site, CxfClient<RetailPort> client) {
        this.site = site;
        this.client = client;
    }

    static SoapLine open(CxfSettings settings, Door door) throws Exception {
        CxfSite site = CxfSite.publish(settings, door, new RetailService());
        try {
            door.open(site.ports());
            SoapLine line = new SoapLine(site, site.client(RetailPort.class, settings, door, Map.of()));
            line.exchange(new Update());
            if (settings == CxfSettings.TDXML_ENVELOPES) {
                line.client.expectStreamed(0);
            }
            return line;
        } catch (IOException | RuntimeException e) {
            site.close();
            throw e;
        }
    }

    RetailPort port() {
        return client.proxy();
    }

    @Override
    public Update exchange(Update message) {
        return client.proxy().exchange(message);
    }

    @Override
    public void close() {
        client.close();
        site.close();
    }
}
