package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.binding.Accessors;
import io.parley.context.Change;
import io.parley.context.Condition;
import io.parley.context.ContentAddress;
import io.parley.context.ContextStore;
import io.parley.context.Scope;
import io.parley.context.Transaction;
import io.parley.context.Value;
import io.parley.cxf.headers.OneStoreProvider;
import io.parley.cxf.model.EndpointModel;
import io.parley.cxf.services.Report;
import io.parley.cxf.services.Reports;
import io.parley.cxf.services.ReportsImpl;
import io.parley.testkit.channel.RawPeer;
import jakarta.xml.ws.soap.SOAPBinding;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests a client that sends wrong header block references (docs/protocol/framing.md 5.4): nothing is dispatched, and
 * the session lives on.
 */
class HostileHeadersTest {
    private static final Report REPORT = Report.of("ab", Report.Weather.RAIN, 1.0);
    private static final String PARLEY = "urn:parley:1";
    private static final String BLOCK = "<a:a xmlns:a=\"urn:a\">secret</a:a>";
    private static final ContentAddress ADDRESS =
            Value.of(BLOCK, "application/xml").address();

    private final String place = UUID.randomUUID().toString();
    private final Published published = new Published();
    private final ReportsImpl service = new ReportsImpl();
    private ByHand hand;
    private RawPeer peer;
    private int stream = -1;

    @BeforeEach
    void negotiate() throws Exception {
        published.serviceBus.setProperty("parley.context-store", "one:" + place);
        published.publishAny(service, published.address(), SOAPBinding.SOAP11HTTP_BINDING, new ParleyFeature());
        Reports ordinary = published.proxy(Reports.class, SOAPBinding.SOAP11HTTP_BINDING);
        hand = new ByHand(
                EndpointModel.of(Published.client(ordinary).getEndpoint(), Limits.defaults(), Accessors.initial()));
        peer = new Offering(published.address(), hand.client()).agree().open();
    }

    @AfterEach
    void stop() {
        peer.close();
        published.close();
    }

    @Test
    void theHonestWayIsServed() throws Exception {
        served(keep(BLOCK));
        served(numbers("1"));
        assertThat(service.filed()).isEqualTo(2);
    }

    @Test
    void anUnknownNumberIsRefusedAsSafeToSendInline() throws Exception {
        refused(numbers("1"), ErrorCode.CONTEXT_UNAVAILABLE);
    }

    @Test
    void anUnknownContextIsRefusedAsSafeToSendInline() throws Exception {
        refused(context("urn:parley:sha256:" + "0".repeat(64)), ErrorCode.CONTEXT_UNAVAILABLE);
    }

    @Test
    void aContextThatSomebodyElseSentIsRefusedAsIfItWereUnknown() throws Exception {
        put(ADDRESS, BLOCK, "content");
        put(
                ADDRESS,
                "",
                "sent-by:"
                        + Value.of("principal:alice", "application/xml")
                                .address()
                                .sha256());
        refused(context(ADDRESS.uri()), ErrorCode.CONTEXT_UNAVAILABLE);
    }

    @Test
    void poisonedContentIsRefusedByItsHash() throws Exception {
        put(ADDRESS, BLOCK.replace("secret", "poison"), "content");
        put(
                ADDRESS,
                "",
                "sent-by:" + Value.of("anonymous", "application/xml").address().sha256());
        refused(context(ADDRESS.uri()), ErrorCode.CONTENT_MISMATCH);
    }

    @Test
    void contentOfTheStoreIsTakenByItsHash() throws Exception {
        put(ADDRESS, BLOCK, "content");
        put(
                ADDRESS,
                "",
                "sent-by:" + Value.of("anonymous", "application/xml").address().sha256());
        served(context(ADDRESS.uri()));
        served(numbers("1"));
    }

    @Test
    void anotherBlockUnderANumberThatIsTakenIsAFault() throws Exception {
        served(keep(BLOCK));
        RawPeer.Answer answer = answer(keep(BLOCK.replace("secret", "hidden")));
        assertThat(answer.fault()).isTrue();
        assertThat(((ByHand.SoapFault) hand.content(answer.content())).text())
                .contains("MALFORMED_MESSAGE")
                .doesNotContain("secret", "hidden");
        assertThat(service.filed()).isEqualTo(1);
        served(numbers("1"));
    }

    @Test
    void aNameThatIsNoContextUriIsAFaultOrARefusal() throws Exception {
        for (String name :
                List.of("", "../../etc/passwd", "urn:parley:sha256:zz", "http://127.0.0.1:1/x", "x".repeat(5_000))) {
            RawPeer.Answer answer = answer(context(name));
            assertThat(answer.fault() || answer.aborted() != null).as(name).isTrue();
        }
        assertThat(service.filed()).isZero();
        served(keep(BLOCK));
    }

    private void put(ContentAddress at, String text, String name) {
        ContextStore store = OneStoreProvider.at(place);
        store.write(Transaction.in(
                new Scope(at.uri()),
                "test",
                new Change.Put(name, Value.of(text, "application/xml"), "test", Duration.ofHours(1), Condition.any())));
    }

    private void served(ByHand.Body header) throws Exception {
        RawPeer.Answer answer = answer(header);
        assertThat(answer.aborted()).as(answer.text()).isNull();
        assertThat(hand.content(answer.content())).hasToString(REPORT.toString());
    }

    private void refused(ByHand.Body header, ErrorCode code) throws Exception {
        RawPeer.Answer answer = answer(header);
        assertThat(answer.aborted()).as(answer.text()).isEqualTo(code);
        assertThat(answer.text()).doesNotContain("secret", "poison");
        assertThat(service.filed()).isZero();
        served(writer -> {});
    }

    private RawPeer.Answer answer(ByHand.Body header) throws InterruptedException {
        stream += 2;
        peer.sendRequest(stream, hand.message(ByHand.request(), header, hand.in, REPORT));
        return peer.answer(stream);
    }

    private static ByHand.Body numbers(String text) {
        return writer -> {
            writer.writeStartElement("p", "headers", PARLEY);
            writer.writeCharacters(text);
            writer.writeEndElement();
        };
    }

    private static ByHand.Body keep(String block) {
        return writer -> {
            writer.writeStartElement("p", "keep", PARLEY);
            writer.writeAttribute("number", "1");
            writer.writeCharacters(block);
            writer.writeEndElement();
        };
    }

    private static ByHand.Body context(String uri) {
        return writer -> {
            writer.writeStartElement("p", "keep", PARLEY);
            writer.writeAttribute("number", "1");
            writer.writeAttribute("context", uri);
            writer.writeEndElement();
        };
    }
}
