package io.parley.cxf.values;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.BareStations;
import io.parley.cxf.services.BareStationsImpl;
import io.parley.negotiation.Mode;
import jakarta.activation.DataHandler;
import jakarta.activation.DataSource;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlSchemaType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.ext.logging.LoggingFeature;
import org.apache.cxf.ext.logging.event.LogEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests that a message whose typed form fails in the middle is restarted, after any number of sent bytes, and that its
 * call runs once.
 */
class BegunAnewTest {
    private static final String SOAP11 = jakarta.xml.ws.soap.SOAPBinding.SOAP11HTTP_BINDING;
    private static final int FEW = 3;
    /** Number of items for several fragments: most are sent before the last one is written. */
    private static final int MANY = 20_000;

    private final Published published = new Published();

    @WebService(targetNamespace = "urn:accounts", name = "Accounts", serviceName = "AccountsService")
    @SOAPBinding(style = SOAPBinding.Style.RPC)
    public interface Accounts {
        Account join(@WebParam(name = "one") Account one, @WebParam(name = "other") Account other);
    }

    @WebService(targetNamespace = "urn:accounts", name = "Accounts", serviceName = "AccountsService")
    @SOAPBinding(style = SOAPBinding.Style.RPC)
    public static class AccountsImpl implements Accounts {
        private final AtomicInteger calls = new AtomicInteger();

        @Override
        public Account join(Account one, Account other) {
            calls.incrementAndGet();
            Account answer = Account.of(one.entries.size(), 0);
            answer.entries.addAll(other.entries);
            answer.file = other.file;
            return answer;
        }
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Account {
        public List<Entry> entries = new ArrayList<>();
        public DataHandler file;

        static Account of(int count, long last) {
            Account account = new Account();
            for (int i = 0; i < count; i++) {
                account.entries.add(Entry.of("number " + i, i == count - 1 ? last : i));
            }
            return account;
        }
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Entry {
        public String text;

        @XmlSchemaType(name = "unsignedInt")
        public Long amount;

        static Entry of(String text, long amount) {
            Entry entry = new Entry();
            entry.text = text;
            entry.amount = amount;
            return entry;
        }
    }

    @AfterEach
    void stop() {
        published.close();
    }

    private Accounts proxy(AccountsImpl service, String representations, String compression) {
        published.publishAny(service, published.address(), SOAP11, feature(representations, compression));
        return published.proxy(Accounts.class, SOAP11, feature(representations, compression));
    }

    private static ParleyFeature feature(String representations, String compression) {
        return Published.feature(Mode.ALWAYS)
                .set("parley.representations", representations)
                .set("parley.compression", compression);
    }

    @Shows(Use.ODD_VALUES)
    @ParameterizedTest
    @CsvSource({"hhfr,none", "hhfr,zstd", "hhfr,delta", "tdxml,none"})
    void aValueWithoutTypedFormArrivesFromWhereverItStands(String representation, String compression) {
        AccountsImpl service = new AccountsImpl();
        Accounts accounts = proxy(service, representation, compression);
        accounts.join(Account.of(FEW, 0), Account.of(FEW, 0));

        int calls = 1;
        for (int first : List.of(FEW, MANY)) {
            for (int second : List.of(FEW, MANY)) {
                Account inSecond = accounts.join(Account.of(first, 0), Account.of(second, -second));
                assertThat(inSecond.entries).hasSize(first + second);
                assertThat(inSecond.entries.get(first + second - 1).amount).isEqualTo(-second);
                Account inBoth = accounts.join(Account.of(first, -1), Account.of(second, -2));
                assertThat(inBoth.entries.get(first + second - 1).amount).isEqualTo(-2);
                calls += 2;
            }
        }
        accounts.join(Account.of(FEW, 0), Account.of(FEW, 0));

        assertThat(service.calls).hasValue(calls + 1);
        ParleyStatus status = Published.status(accounts);
        assertThat(status.fallbacks()).isEmpty();
        assertThat(status.streamedCalls()).isEqualTo(calls + 1);
        assertThat(status.untypedValues())
                .hasEntrySatisfying(
                        "{urn:accounts}join/in/1",
                        value -> assertThat(value.count()).isEqualTo(4));
        // If a message has two such parts, the second becomes infoset together with the first.
        assertThat(status.typedParts()).isEqualTo(2 * 2 + 4);
        assertThat(status.infosetParts()).isEqualTo(4 + 4 * 2);
        assertThat(ParleyStatus.of(published.server()).orElseThrow().untypedValues())
                .hasEntrySatisfying("{urn:accounts}join/out/0", value -> {
                    assertThat(value.count()).isEqualTo(8);
                    assertThat(value.reason()).contains("amount").doesNotContain("-2");
                });
    }

    @ParameterizedTest
    @CsvSource({"hhfr,1", "bnux,0"})
    void aNullInPlaceOfATypedPartIsCounted(String representation, int counted) {
        BareStationsImpl service = new BareStationsImpl();
        Server server = published.publishAny(service, published.address(), SOAP11, feature("hhfr,bnux", "none"));
        BareStations stations = published.proxy(BareStations.class, SOAP11, feature(representation, "none"));
        assertThat(stations.echo("a")).isEqualTo("a");

        assertThat(stations.echo(null)).isNull();

        for (Map.Entry<String, ParleyStatus> side : Map.of(
                        "{urn:parley:test}echo/in/0",
                        Published.status(stations),
                        "{urn:parley:test}echo/out/0",
                        ParleyStatus.of(server).orElseThrow())
                .entrySet()) {
            assertThat(side.getValue().streamedCalls()).isEqualTo(2);
            assertThat(side.getValue().untypedValues()).hasSize(counted);
            side.getValue().untypedValues().forEach((part, value) -> {
                assertThat(part).isEqualTo(side.getKey());
                assertThat(value.count()).isEqualTo(1);
                assertThat(value.reason()).contains("null");
            });
        }
    }

    @Test
    void whatIsLoggedOfItIsTheMessageOnce() {
        AccountsImpl service = new AccountsImpl();
        published.publishAny(service, published.address(), SOAP11, feature("hhfr", "none"));
        Accounts accounts = published.proxy(Accounts.class, SOAP11, feature("hhfr", "none"));
        List<LogEvent> events = new ArrayList<>();
        LoggingFeature logging = new LoggingFeature();
        logging.setSender(events::add);
        logging.initialize(
                Published.client(accounts), Published.client(accounts).getBus());
        accounts.join(Account.of(1, 0), Account.of(1, 0));
        assertThat(payloads(events)).as("typed").hasSize(2);
        events.clear();

        accounts.join(Account.of(1, 5), Account.of(2, -7));

        assertThat(payloads(events)).as("request and answer").hasSize(2);
        assertThat(payloads(events).get(0))
                .containsOnlyOnce("</soap:Body>")
                .containsOnlyOnce("<one>") // may contain a file, so it is not logged while it travels typed
                .containsOnlyOnce("<amount>-7</amount>");
    }

    private static List<String> payloads(List<LogEvent> events) {
        return events.stream()
                .map(LogEvent::getPayload)
                .filter(text -> text != null && text.contains("join"))
                .toList();
    }

    @Test
    void aFileThatCanBeReadTwiceGoesWithIt() throws IOException {
        AccountsImpl service = new AccountsImpl();
        Accounts accounts = proxy(service, "hhfr", "none");
        accounts.join(Account.of(1, 0), Account.of(1, 0));
        Account sent = Account.of(1, -1);
        sent.file = new DataHandler(new Content(Integer.MAX_VALUE));

        Account answer = accounts.join(Account.of(1, 0), sent);

        assertThat(answer.file.getInputStream().readAllBytes()).hasSize(Content.BYTES);
        assertThat(Published.status(accounts).fallbacks()).isEmpty();
    }

    @Test
    void aFileThatIsGivenOnceIsNotLostSilently() {
        AccountsImpl service = new AccountsImpl();
        Accounts accounts = proxy(service, "hhfr", "none");
        accounts.join(Account.of(1, 0), Account.of(1, 0));
        Account first = Account.of(1, 0);
        first.file = new DataHandler(new Content(1));

        assertThatThrownBy(() -> accounts.join(first, Account.of(1, -1)))
                .hasMessageContaining("file")
                .hasMessageContaining("read a second time");
        assertThat(service.calls).hasValue(1);
    }

    /** Supplies its content a limited number of times, then nothing. */
    private static final class Content implements DataSource {
        static final int BYTES = 100_000;
        private int times;

        Content(int times) {
            this.times = times;
        }

        @Override
        public InputStream getInputStream() {
            return new ByteArrayInputStream(new byte[times-- > 0 ? BYTES : 0]);
        }

        @Override
        public OutputStream getOutputStream() {
            throw new UnsupportedOperationException();
        }

        @Override
        public String getContentType() {
            return "application/octet-stream";
        }

        @Override
        public String getName() {
            return "content";
        }
    }
}
