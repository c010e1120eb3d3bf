package io.parley.bench.measure;

import io.parley.bench.contest.Contender;
import io.parley.bench.contest.CxfClient;
import io.parley.bench.contest.CxfSettings;
import io.parley.bench.contest.CxfSite;
import io.parley.bench.contest.Door;
import io.parley.bench.contest.Port;
import io.parley.bench.contest.PortService;
import io.parley.bench.data.Workload;
import io.parley.bench.link.Link;
import io.parley.bench.link.LinkDoor;
import io.parley.bench.result.CellResult;
import io.parley.cxf.control.Settings;
import jakarta.xml.ws.BindingProvider;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.cxf.headers.Header;

/**
 * What header blocks cost by SOAP, on the stream by value, and on the stream by URI: the suite {@code headers}. All three make
 * calls without a body in turn, in one JVM, so what disturbs one disturbs the others.
 */
final class HeaderBlocks {
    private static final Workload NOTHING = Workload.of("void");
    /** Until blocks have numbers, and connections are there. */
    private static final int FIRST_CALLS = 8;

    private static final int COUNTED_CALLS = 16;

    private HeaderBlocks() {}

    /** How the blocks travel. */
    private enum Form {
        SOAP(CxfSettings.TEXT, false),
        BY_VALUE(CxfSettings.PARLEY, false),
        BY_URI(CxfSettings.PARLEY, true);

        private final CxfSettings settings;
        private final boolean numbered;

        Form(CxfSettings settings, boolean numbered) {
            this.settings = settings;
            this.numbered = numbered;
        }

        Map<String, Object> busProperties() {
            return Map.of(Settings.STATIC_HEADERS, numbered);
        }
    }

    static CellResult measure(HeaderKind kind, Duration warmUp, Duration measured) throws IOException {
        double[] bytes = new double[Form.values().length];
        for (Form form : Form.values()) {
            bytes[form.ordinal()] = bytesPerCall(form, kind);
        }
        try (Calls soap = Calls.begin(Form.SOAP, kind, Door.DIRECT);
                Calls value = Calls.begin(Form.BY_VALUE, kind, Door.DIRECT);
                Calls uri = Calls.begin(Form.BY_URI, kind, Door.DIRECT)) {
            List<Calls> all = List.of(soap, value, uri);
            Sample.warmUp(() -> all.forEach(Calls::make), warmUp);
            List<Sample> samples = List.of(new Sample(), new Sample(), new Sample());
            Sample.warmUp(
                    () -> {
                        for (int i = 0; i < all.size(); i++) {
                            all.get(i).prepare();
                            samples.get(i).time(all.get(i)::send);
                        }
                    },
                    measured);
            value.expectStreamed();
            uri.expectStreamed();
            return result(kind, samples, bytes, uri.storeMicros());
        }
    }

    private static double bytesPerCall(Form form, HeaderKind kind) throws IOException {
        try (LinkDoor door = new LinkDoor(Link.LOOPBACK);
                Calls calls = Calls.begin(form, kind, door)) {
            for (int call = 0; call < FIRST_CALLS; call++) {
                calls.make();
            }
            long before = door.bytes();
            for (int call = 0; call < COUNTED_CALLS; call++) {
                calls.make();
            }
            return (door.bytes() - before) / (double) COUNTED_CALLS;
        }
    }

    private static CellResult result(HeaderKind kind, List<Sample> samples, double[] bytes, double storeMicros) {
        Sample uri = samples.get(Form.BY_URI.ordinal());
        return new CellResult(
                "headers",
                Contender.PARLEY_CXF.word(),
                kind.word(),
                1,
                uri.micros(0.5),
                uri.micros(0.99),
                uri.perSecond(),
                uri.allocated(),
                bytes[Form.BY_URI.ordinal()],
                Map.of(
                        "text_bytes",
                        (double) kind.textBytes(),
                        "by_value_us",
                        samples.get(Form.BY_VALUE.ordinal()).micros(0.5),
                        "by_value_bytes",
                        bytes[Form.BY_VALUE.ordinal()],
                        "soap_us",
                        samples.get(Form.SOAP.ordinal()).micros(0.5),
                        "soap_bytes",
                        bytes[Form.SOAP.ordinal()],
                        "store_us",
                        storeMicros));
    }

    /** A service, a client to it, and the blocks of its calls. */
    private static final class Calls implements AutoCloseable {
        private static final double NANOS = 1_000;

        private final HeaderKind kind;
        private final CxfSite site;
        private final CxfClient<Port> client;
        private final List<Header> constant;
        private long made;

        private Calls(HeaderKind kind, CxfSite site, CxfClient<Port> client) {
            this.kind = kind;
            this.site = site;
            this.client = client;
            this.constant = kind.constantHeaders();
        }

        static Calls begin(Form form, HeaderKind kind, Door door) throws IOException {
            CxfSite site = CxfSite.publish(form.settings, door, new PortService(NOTHING));
            try {
                door.open(site.ports());
                return new Calls(kind, site, site.client(Port.class, form.settings, door, form.busProperties()));
            } catch (IOException | RuntimeException e) {
                site.close();
                throw e;
            }
        }

        void make() {
            prepare();
            send();
        }

        /** Sets the blocks of the next call, which is no part of what it takes. */
        void prepare() {
            List<Header> headers = new ArrayList<>(constant);
            headers.addAll(HeaderKind.headers(kind.changing(made++)));
            ((BindingProvider) client.proxy()).getRequestContext().put(Header.HEADER_LIST, headers);
        }

        void send() {
            client.proxy().nothing();
        }

        void expectStreamed() {
            client.expectStreamed(0);
        }

        /** Oa: what the client's store takes for one block. */
        double storeMicros() {
            return client.status().storeTime().orElseThrow().toNanos() / NANOS;
        }

        @Override
        public void close() {
            client.close();
            site.close();
        }
    }
}
