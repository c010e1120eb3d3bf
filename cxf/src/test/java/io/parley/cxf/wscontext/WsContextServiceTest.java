package io.parley.cxf.wscontext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.context.Condition;
import io.parley.context.ContextAccess;
import io.parley.context.Scope;
import io.parley.context.Value;
import io.parley.schema.SafeXml;
import io.parley.store.wscontext.CallerPolicy;
import io.parley.store.wscontext.message.ActivityStatus;
import io.parley.store.wscontext.message.BeginRequest;
import io.parley.store.wscontext.message.BinaryContents;
import io.parley.store.wscontext.message.ChildActivityPendingException;
import io.parley.store.wscontext.message.Completion;
import io.parley.store.wscontext.message.ContentsVersion;
import io.parley.store.wscontext.message.ContextMessage;
import io.parley.store.wscontext.message.GeneralException;
import io.parley.store.wscontext.message.InvalidContextException;
import io.parley.store.wscontext.message.InvalidStateException;
import io.parley.store.wscontext.message.NoPermissionException;
import io.parley.store.wscontext.message.Signal;
import io.parley.store.wscontext.message.TimeoutOutOfRangeException;
import io.parley.store.wscontext.message.UnknownContextException;
import io.parley.store.wscontext.message.WsContext;
import io.parley.store.wscontext.message.WsContextPort;
import jakarta.xml.ws.WebServiceException;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import javax.xml.XMLConstants;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.NodeList;

/** Tests WS-Context over HTTP, called by JAX-WS clients of both versions of SOAP. */
class WsContextServiceTest {
    private static final Signal PLEASE = new Signal();

    private ContextPlace place = ContextPlace.create();
    private WsContextPort alice = place.client(ContextPlace.SOAP11, "alice");
    private WsContextPort bob = place.client(ContextPlace.SOAP12, "bob");
    private WsContextPort mallory = place.client(ContextPlace.SOAP12, "mallory");

    @AfterEach
    void close() {
        place.close();
    }

    private void reopen(Limits limits, CallerPolicy callers) {
        place.close();
        place = new ContextPlace(limits, callers);
        alice = place.client(ContextPlace.SOAP11, "alice");
        bob = place.client(ContextPlace.SOAP12, "bob");
    }

    private WsContext begin() throws Exception {
        return begin(null);
    }

    private WsContext begin(WsContext parent) throws Exception {
        return alice.begin(parent, new BeginRequest().withParticipants(List.of("bob")))
                .context()
                .orElseThrow();
    }

    private static WsContext named(WsContext context) {
        return WsContext.named(context.identifier());
    }

    private static Element element(String xml) {
        return SafeXml.document(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)), Limits.defaults())
                .getDocumentElement();
    }

    private static ContextMessage with(WsContext context, Object... contents) {
        WsContext carried = named(context);
        carried.contents().addAll(List.of(contents));
        return ContextMessage.of(carried);
    }

    /**
     * Compares without namespace declarations: those in scope are copied along with an element, so that prefixes in
     * values keep their meaning.
     */
    private static boolean isSame(Object found, Element sent) {
        return withoutDeclarations((Element) found).isEqualNode(withoutDeclarations(sent));
    }

    private static Element withoutDeclarations(Element element) {
        Element copy = (Element) element.cloneNode(true);
        NodeList all = copy.getElementsByTagName("*");
        for (int i = -1; i < all.getLength(); i++) {
            NamedNodeMap attributes = (i < 0 ? copy : all.item(i)).getAttributes();
            for (int a = attributes.getLength() - 1; a >= 0; a--) {
                if (XMLConstants.XMLNS_ATTRIBUTE_NS_URI.equals(
                        attributes.item(a).getNamespaceURI())) {
                    attributes.removeNamedItem(attributes.item(a).getNodeName());
                }
            }
        }
        return copy;
    }

    private static long version(List<Object> elements) {
        return ContentsVersion.in(elements).orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {ContextPlace.SOAP11, ContextPlace.SOAP12})
    void aContextLivesFromBeginToComplete(String binding) throws Exception {
        WsContextPort client = place.client(binding, "alice");
        WsContext begun =
                client.begin(null, new BeginRequest().withTimeout(60)).context().orElseThrow();

        assertThat(begun.identifier()).startsWith("urn:parley:context:");
        assertThat(begun.service().orElseThrow().address()).isEqualTo(place.address());
        assertThat(begun.manager().orElseThrow().address()).isEqualTo(place.address());
        assertThat(begun.contents()).isEmpty();
        assertThat(begun.expiresAt().orElseThrow().toGregorianCalendar().toInstant())
                .isEqualTo(place.store.now().plusSeconds(60));
        assertThat(client.getStatus(begun, PLEASE)).isEqualTo(ActivityStatus.ACTIVE);
        assertThat(client.getTimeout(begun, PLEASE)).isEqualTo(60);

        client.setTimeout(begun, 600);
        assertThat(client.getTimeout(begun, PLEASE)).isEqualTo(600);

        Completion completed = client.complete(begun, Completion.of(Completion.Status.FAIL));
        assertThat(completed.status()).contains(Completion.Status.FAIL);
        assertThatExceptionOfType(UnknownContextException.class).isThrownBy(() -> client.getStatus(begun, PLEASE));
        assertThat(place.store.usage("alice").entries()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {ContextPlace.SOAP11, ContextPlace.SOAP12})
    void contentsComeBackAsTheyWere(String binding) throws Exception {
        WsContextPort client = place.client(binding, "bob");
        WsContext begun = begin();
        Element one = element("<a:order xmlns:a='urn:a' n='1'>text <b xmlns='urn:b'/> &amp; &lt;</a:order>");
        Element two = element("<c xmlns='urn:c'/>");

        client.setContents(begun, with(begun, one));
        List<Object> found =
                alice.getContents(named(begun), PLEASE).context().orElseThrow().contents();
        assertThat(found).hasSize(2);
        assertThat(isSame(found.get(1), one)).isTrue();

        client.setContents(begun, with(begun, one, two));
        found = alice.getContents(named(begun), PLEASE).context().orElseThrow().contents();
        assertThat(found).hasSize(3);
        assertThat(isSame(found.get(1), one)).isTrue();
        assertThat(isSame(found.get(2), two)).isTrue();

        client.setContents(begun, with(begun));
        assertThat(alice.getContents(named(begun), PLEASE)
                        .context()
                        .orElseThrow()
                        .contents())
                .hasSize(1);
    }

    @Test
    void contentsThatAreNoXmlAreWhatTheStoreHas() throws Exception {
        WsContext begun = begin();
        byte[] bytes = {0, 1, (byte) 0xFF};
        alice.setContents(begun, with(begun, BinaryContents.of(bytes, "application/octet-stream")));

        ContextAccess direct = new ContextAccess(place.store, "bob");
        assertThat(direct.get(new Scope(begun.identifier()).key("contents"))
                        .orElseThrow()
                        .value())
                .isEqualTo(Value.of(bytes, "application/octet-stream"));

        direct.put(new Scope(begun.identifier()).key("contents"), Value.of("hi", "text/plain"), Condition.any());
        BinaryContents found = (BinaryContents) bob.getContents(begun, PLEASE)
                .context()
                .orElseThrow()
                .contents()
                .get(1);
        assertThat(found.mediaType()).isEqualTo("text/plain");
        assertThat(new String(found.bytes(), StandardCharsets.UTF_8)).isEqualTo("hi");
    }

    @Test
    void whoSaysWhichVersionTheyReadDoesNotOverwriteAnother() throws Exception {
        WsContext begun = begin();
        Element order = element("<a xmlns='urn:a'/>");
        assertThat(version(
                        alice.getContents(begun, PLEASE).context().orElseThrow().contents()))
                .isZero();

        long first = version(alice.setContents(begun, with(begun, ContentsVersion.of(0), order))
                .others());
        assertThatExceptionOfType(InvalidStateException.class)
                .isThrownBy(() -> bob.setContents(begun, with(begun, ContentsVersion.of(0), order)))
                .withMessageContaining("found " + first);
        long second = version(bob.setContents(begun, with(begun, ContentsVersion.of(first), order))
                .others());

        assertThat(second).isGreaterThan(first);
        assertThat(version(
                        bob.getContents(begun, PLEASE).context().orElseThrow().contents()))
                .isEqualTo(second);
    }

    @Test
    void aStrangerIsToldNothingAndAParticipantDoesNotEndWhatIsNotTheirs() throws Exception {
        WsContext begun = begin();
        WsContext none = WsContext.named("urn:parley:context:none");

        String unknown = unknown(() -> mallory.getStatus(none, PLEASE));
        assertThat(unknown(() -> mallory.getStatus(begun, PLEASE))).isEqualTo(unknown);
        assertThat(unknown(() -> mallory.getContents(begun, PLEASE))).isEqualTo(unknown);
        assertThat(unknown(() -> mallory.setContents(begun, with(begun)))).isEqualTo(unknown);
        assertThat(unknown(() -> mallory.complete(begun, new Completion()))).isEqualTo(unknown);
        assertThat(unknown(() -> mallory.setTimeout(begun, 1))).isEqualTo(unknown);
        assertThat(unknown(() -> mallory.getTimeout(begun, PLEASE))).isEqualTo(unknown);
        assertThat(unknown(() -> mallory.begin(begun, new BeginRequest()))).isEqualTo(unknown);
        assertThatExceptionOfType(NoPermissionException.class).isThrownBy(() -> bob.complete(begun, new Completion()));
        assertThatExceptionOfType(NoPermissionException.class).isThrownBy(() -> bob.setTimeout(begun, 1));
        assertThat(bob.getStatus(begun, PLEASE)).isEqualTo(ActivityStatus.ACTIVE);
    }

    private static String unknown(Call call) {
        try {
            call.run();
        } catch (UnknownContextException e) {
            return e.getMessage() + e.getFaultInfo().code() + e.getFaultInfo().text();
        } catch (Exception e) {
            throw new AssertionError("expected an unknownContextFault", e);
        }
        throw new AssertionError("expected an unknownContextFault, found an answer");
    }

    private interface Call {
        void run() throws Exception;
    }

    @Test
    void aCallerWithoutANameIsRefusedUnlessThePolicyNamesThem() throws Exception {
        WsContextPort nobody = place.client(ContextPlace.SOAP12, "");
        assertThatExceptionOfType(NoPermissionException.class).isThrownBy(() -> nobody.begin(null, new BeginRequest()));

        reopen(Limits.defaults(), CallerPolicy.anonymousAs("anonymous"));
        WsContext begun = place.client(ContextPlace.SOAP12, "")
                .begin(null, new BeginRequest())
                .context()
                .orElseThrow();
        assertThat(place.client(ContextPlace.SOAP11, "").getStatus(begun, PLEASE))
                .isEqualTo(ActivityStatus.ACTIVE);
        assertThat(place.store.usage("anonymous").entries()).isPositive();
        assertThatExceptionOfType(UnknownContextException.class).isThrownBy(() -> bob.getStatus(begun, PLEASE));
    }

    @Test
    void aContextIsOverInTheMomentThatItExpires() throws Exception {
        WsContext begun =
                alice.begin(null, new BeginRequest().withTimeout(10)).context().orElseThrow();

        place.time.advance(Duration.ofMillis(9_500));
        assertThat(alice.getTimeout(begun, PLEASE)).isEqualTo(1);
        place.time.advance(Duration.ofMillis(500));
        assertThatExceptionOfType(UnknownContextException.class).isThrownBy(() -> alice.getStatus(begun, PLEASE));
    }

    @Test
    void aParentIsNotCompletedBeforeItsChildrenAndTakesThemWithItWhenItExpires() throws Exception {
        WsContext parent = begin();
        WsContext child = begin(parent);
        WsContext grandchild = bob.begin(child, new BeginRequest()).context().orElseThrow();
        assertThat(child.parents()).extracting(WsContext::identifier).containsExactly(parent.identifier());

        assertThatExceptionOfType(ChildActivityPendingException.class)
                .isThrownBy(() -> alice.complete(parent, new Completion()))
                .withMessageContaining("found 1");
        bob.complete(grandchild, new Completion());
        WsContext other = begin(child);
        alice.setTimeout(parent, 60);
        assertThat(alice.getTimeout(other, PLEASE)).isEqualTo(60);
        place.time.advance(Duration.ofSeconds(60));

        for (WsContext over : List.of(parent, child, other)) {
            assertThatExceptionOfType(UnknownContextException.class).isThrownBy(() -> alice.getStatus(over, PLEASE));
        }
    }

    @Test
    void aParentIsCompletedAfterItsChildren() throws Exception {
        WsContext parent = begin();
        WsContext expires =
                alice.begin(parent, new BeginRequest().withTimeout(1)).context().orElseThrow();
        WsContext child = begin(parent);

        place.time.advance(Duration.ofSeconds(1));
        alice.complete(child, new Completion());
        alice.complete(parent, new Completion());

        assertThatExceptionOfType(UnknownContextException.class).isThrownBy(() -> begin(parent));
        assertThatExceptionOfType(UnknownContextException.class).isThrownBy(() -> alice.getStatus(expires, PLEASE));
    }

    @Test
    void lifetimesAreThoseThatTheStoreAndTheParentHave() throws Exception {
        long most = Limits.defaults().get(Limit.CONTEXT_SECONDS);
        WsContext parent =
                alice.begin(null, new BeginRequest().withTimeout(100)).context().orElseThrow();
        WsContext child = begin(parent);

        assertThat(alice.getTimeout(child, PLEASE)).isEqualTo(100);
        assertThatExceptionOfType(TimeoutOutOfRangeException.class)
                .isThrownBy(() -> alice.begin(parent, new BeginRequest().withTimeout(101)));
        assertThatExceptionOfType(TimeoutOutOfRangeException.class).isThrownBy(() -> alice.setTimeout(child, 101));
        WsContext grandchild = begin(child);
        alice.setTimeout(parent, 50);
        assertThatExceptionOfType(TimeoutOutOfRangeException.class)
                .isThrownBy(() -> alice.setTimeout(grandchild, 51))
                .withMessageContaining("50 seconds");
        for (long wrong : new long[] {0, -1, most + 1, Long.MAX_VALUE, Long.MIN_VALUE}) {
            assertThatExceptionOfType(TimeoutOutOfRangeException.class)
                    .isThrownBy(() -> alice.setTimeout(parent, wrong))
                    .withMessageContaining("parley.limits.context-seconds");
        }
    }

    @Test
    void parentsInALoopOrThatAreNotThoseOfTheContextAreRefused() throws Exception {
        WsContext parent = begin();
        WsContext child = begin(parent);
        WsContext inItself = named(child);
        inItself.parents().add(named(child));
        WsContext elsewhere = named(child);
        elsewhere.parents().add(named(begin()));
        WsContext deep = named(child);
        for (WsContext at = deep;
                deep.parents().size() < 2 && depth(deep) < 17;
                at = at.parents().get(0)) {
            at.parents().add(WsContext.named("urn:x:" + depth(deep)));
        }
        WsContext both = named(child).withManager(child.manager().orElseThrow());
        both.contents().add(element("<a xmlns='urn:a'/>"));

        for (WsContext wrong : List.of(inItself, elsewhere, deep, both)) {
            assertThatExceptionOfType(InvalidContextException.class).isThrownBy(() -> alice.getStatus(wrong, PLEASE));
        }
        assertThat(alice.getStatus(child, PLEASE)).isEqualTo(ActivityStatus.ACTIVE);
    }

    private static int depth(WsContext context) {
        return context.parents().isEmpty() ? 1 : 1 + depth(context.parents().get(0));
    }

    @Test
    void contextsAreNestedSixteenDeepAndNoDeeper() throws Exception {
        WsContext deepest = begin();
        for (int depth = 2; depth <= 16; depth++) {
            deepest = begin(named(deepest));
        }
        WsContext last = named(deepest);

        assertThat(alice.getStatus(last, PLEASE)).isEqualTo(ActivityStatus.ACTIVE);
        assertThatExceptionOfType(InvalidContextException.class).isThrownBy(() -> begin(last));
    }

    @ParameterizedTest
    @ValueSource(strings = {"../../etc/passwd", "..%2f..%2f", "%00", "' OR '1'='1", "file:///etc/passwd"})
    void anOddIdentifierIsUnknownLikeAnyOther(String odd) {
        assertThatExceptionOfType(UnknownContextException.class)
                .isThrownBy(() -> alice.getContents(WsContext.named(odd), PLEASE));
    }

    @Test
    void anIdentifierThatNoContextHasIsSaidToBe() {
        for (String wrong : List.of("", "   ", "x".repeat(1_001), "\u0085", "a\u009fb")) {
            assertThatExceptionOfType(InvalidContextException.class)
                    .isThrownBy(() -> alice.getContents(WsContext.named(wrong), PLEASE));
        }
        assertThatExceptionOfType(UnknownContextException.class)
                .isThrownBy(() -> alice.getContents(WsContext.named("x".repeat(1_000)), PLEASE));
        assertThatExceptionOfType(InvalidContextException.class).isThrownBy(() -> alice.getContents(null, PLEASE));
        assertThatThrownBy(() -> alice.getContents(WsContext.named("a\0b"), PLEASE))
                .as("XML has no such character")
                .isInstanceOf(WebServiceException.class);
    }

    @Test
    void theLimitsOfTheStoreHoldAndAreNamed() throws Exception {
        reopen(
                Limits.defaults()
                        .with(Limit.CONTEXT_VALUE_BYTES, 1_000)
                        .with(Limit.CONTEXT_ENTRIES, 4)
                        .with(Limit.DEPTH, 20),
                CallerPolicy.authenticated());
        WsContext begun = begin();

        assertThatExceptionOfType(GeneralException.class)
                .isThrownBy(() ->
                        bob.setContents(begun, with(begun, element("<a xmlns='urn:a'>" + "x".repeat(1_000) + "</a>"))))
                .withMessageContaining("parley.limits.context-value-bytes")
                .satisfies(e -> assertThat(e.getFaultInfo().code()).isEqualTo("LIMIT"));
        assertThatExceptionOfType(GeneralException.class)
                .isThrownBy(() -> bob.setContents(
                        begun, with(begun, element("<a xmlns='urn:a'>".repeat(21) + "</a>".repeat(21)))))
                .withMessageContaining("parley.limits.depth")
                .satisfies(e -> assertThat(e.getFaultInfo().code()).isEqualTo("LIMIT"));
        assertThatExceptionOfType(GeneralException.class)
                .isThrownBy(() -> alice.begin(null, new BeginRequest().withParticipants(List.of("x".repeat(501)))))
                .withMessageContaining("1 to 500 bytes");
        begin();
        assertThatExceptionOfType(GeneralException.class)
                .isThrownBy(this::begin)
                .withMessageContaining("parley.limits.context-entries");
        assertThat(alice.getStatus(begun, PLEASE)).isEqualTo(ActivityStatus.ACTIVE);
    }

    @Test
    void theDescriptionHasBothVersionsOfSoapAndTheSchemas() throws Exception {
        try (InputStream wsdl = URI.create(place.address() + "?wsdl").toURL().openStream()) {
            String text = new String(wsdl.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(text).contains("WsContextSoap12Port", "WsContextSoap11Port", "wsctx.xsd");
        }
    }
}
