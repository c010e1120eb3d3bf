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
import io.parley.cxf.settings.Settings;
import jakarta.xml.ws.BindingProvider;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.cxf.headers.Header;

/**
 * Measurement of the cost of header blocks over SOAP, on the stream by value, and on the stream by URI: the suite
 * {@code headers}. All three make calls without a body alternately in one JVM, so that disturbances affect all of them.
 */
final class HeaderBlocks {
    private static final Workload NOTHING = Workload.of("void");
    /** Number of calls before bytes are counted, so that connections are open and header blocks have numbers. */
    private static final int FIRST_CALLS = 8;

    private static final double MEDIAN = 0.5;

    private HeaderBlocks() {}

    /** Transmission of the blocks. */
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
        Map<Form, Double> bytes = new EnumMap<>(Form.class);
        for (Form form : Form.values()) {
            bytes.put(form, bytesPerCall(form, kind));
        }
        try (Calls soap = Calls.begin(Form.SOAP, kind, Door.DIRECT);
                Calls value = Calls.begin(Form.BY_VALUE, kind, Door.DIRECT);
                Calls uri = Calls.begin(Form.BY_URI, kind, Door.DIRECT)) {
            List<Calls> all = List.of(soap, value, uri);
            Sample.warmUp(() -> all.forEach(Calls::make), warmUp);
            Sample.warmUp(() -> all.forEach(Calls::makeTimed), measured);
            value.expectStreamed();
            uri.expectStreamed();
            return uri.sample.result(
                    "headers",
                    Contender.PARLEY_CXF.word(),
                    kind.word(),
                    of(bytes, Form.BY_URI),
                    Map.of(
                            "text_bytes", (double) kind.textBytes(),
                            "by_value_us", value.sample.micros(MEDIAN),
                            "by_value_bytes", of(bytes, Form.BY_VALUE),
                            "soap_us", soap.sample.micros(MEDIAN),
                            "soap_bytes", of(bytes, Form.SOAP),
                            "store_us", uri.storeMicros()));
        }
    }

    private static double of(Map<Form, Double> bytes, Form form) {
        return Objects.requireNonNull(bytes.get(form));
    }

    private static double bytesPerCall(Form form, HeaderKind kind) throws IOException {
        try (LinkDoor door = new LinkDoor(Link.LOOPBACK);
                Calls calls = Calls.begin(form, kind, door)) {
            for (int call = 0; call < FIRST_CALLS; call++) {
                calls.make();
            }
            return WireBytes.perCall(door, calls::make);
        }
    }

    /** A service, its client, and the header blocks of the calls. */
    private static final class Calls implements AutoCloseable {
        private static final double NANOS = 1_000;

        private final HeaderKind kind;
        private final CxfSite site;
        private final CxfClient<Port> client;
        private final List<Header> constant;
        private final Sample sample = new Sample();
        private long made;

        private Calls(HeaderKind kind, CxfSite site, CxfClient<Port> client) {
            this.kind = kind;
            this.site = site;
            this.client = client;
            this.constant = kind.constantHeaders();
        }

        static Calls begin(Form form, HeaderKind kind, Door door) throws IOException {
            CxfSite site = CxfSite.open(form.settings, door, new PortService(NOTHING));
            return new Calls(kind, site, site.client(Port.class, form.settings, door, form.busProperties()));
        }

        void make() {
            prepare();
            send();
        }

        void makeTimed() {
            prepare();
            sample.time(this::send);
        }

        /** Sets the blocks of the next call; this is not timed. */
        private void prepare() {
            List<Header> headers = new ArrayList<>(constant);
            headers.addAll(HeaderKind.headers(kind.changing(made++)));
            ((BindingProvider) client.proxy()).getRequestContext().put(Header.HEADER_LIST, headers);
        }

        private void send() {
            client.proxy().nothing();
        }

        void expectStreamed() {
            client.expectStreamed(0);
        }

        /** Returns the HHFR paper's Oa: the time that the client's store takes for one block. */
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
