package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.cxf.services.Reading;
import io.parley.cxf.services.StationException;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Mode;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.bind.annotation.XmlList;
import java.util.Map;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests services whose operations agree on different representations, by configuration or because one does not fit. */
class OperationRepresentationsTest {
    private static final String SOAP11 = jakarta.xml.ws.soap.SOAPBinding.SOAP11HTTP_BINDING;

    private final Published published = new Published();
    private final WrappedStationsImpl service = new WrappedStationsImpl();

    @AfterEach
    void stop() {
        published.close();
    }

    @Test
    void eachOperationHasWhatBothSidesWantForIt() throws Exception {
        published.publish(service, SOAP11, offering(Mode.AUTO, "hhfr,tdxml,exi,fastinfoset,xml; tell=xml,hhfr"));
        WrappedStations stations = published.proxy(
                WrappedStations.class,
                SOAP11,
                offering(
                        Mode.ALWAYS,
                        "hhfr,tdxml,exi,xml,fastinfoset; echo=exi,hhfr; sum=tdxml,hhfr; tell=fastinfoset,xml"));

        assertAnswersAsOverSoap(stations);

        ParleyStatus status = Published.status(stations);
        assertThat(chosen(status.agreement().orElseThrow()))
                .containsExactlyInAnyOrderEntriesOf(Map.of("echo", "exi", "sum", "tdxml", "tell", "xml"));
        assertThat(status.agreement().orElseThrow().representation()).isEqualTo("hhfr");
        assertThat(status.otherRepresentations().values())
                .anySatisfy(shown -> assertThat(shown).isEqualTo("exi: chosen for this operation"));
        assertThat(status.streamedCalls()).isEqualTo(5);
        assertThat(status.fallbacks()).isEmpty();
    }

    @Test
    void whoSaysNothingOfOperationsFollowsTheOtherSide() throws Exception {
        published.publish(service, SOAP11, offering(Mode.AUTO, "hhfr,tdxml,exi; echo=tdxml"));
        WrappedStations stations =
                published.proxy(WrappedStations.class, SOAP11, offering(Mode.ALWAYS, "hhfr,exi,tdxml"));

        assertAnswersAsOverSoap(stations);
        assertThat(chosen(Published.status(stations).agreement().orElseThrow())).isEqualTo(Map.of("echo", "tdxml"));
    }

    @Test
    void whatHasNoTableHasAnotherRepresentationAndTheReasonIsShown() {
        ParleyStatus status =
                mixedCalls(offering(Mode.AUTO, "tdxml,fastinfoset"), offering(Mode.ALWAYS, "tdxml,fastinfoset"));

        assertThat(status.agreement().orElseThrow().representation()).isEqualTo("tdxml");
        Map<String, String> chosen = chosen(status.agreement().orElseThrow());
        assertThat(chosen).isEqualTo(Map.of("spaced", "fastinfoset"));
        assertThat(status.otherRepresentations().values())
                .singleElement()
                .asString()
                .startsWith("fastinfoset: not tdxml, in: no table: ");
    }

    @Test
    void whatHasNoTypedPartIsInfosetThroughoutAndTheReasonIsShown() {
        ParleyStatus status = mixedCalls(offering(Mode.AUTO, "hhfr,bnux"), offering(Mode.ALWAYS, "hhfr,bnux"));

        assertThat(status.agreement().orElseThrow().representation()).isEqualTo("hhfr");
        assertThat(chosen(status.agreement().orElseThrow())).isEqualTo(Map.of("spaced", "bnux"));
        assertThat(status.otherRepresentations().values())
                .singleElement()
                .asString()
                .startsWith("bnux: not hhfr, none of its parts is typed, in: ");
    }

    @Test
    void whoWantsDifferencesKeepsTheTypedRepresentationForAll() {
        ParleyStatus status = mixedCalls(
                offering(Mode.AUTO, "hhfr,bnux").set("parley.compression", "delta"),
                offering(Mode.ALWAYS, "hhfr,bnux").set("parley.compression", "delta"));

        assertThat(status.agreement().orElseThrow().compression()).isEqualTo("delta");
        assertThat(chosen(status.agreement().orElseThrow())).isEmpty();
    }

    /** Calls each operation once; returns the status. */
    private ParleyStatus mixedCalls(ParleyFeature service, ParleyFeature client) {
        published.publishAny(new MixedImpl(), published.address(), SOAP11, service);
        Mixed mixed = published.proxy(Mixed.class, SOAP11, client);

        assertThat(mixed.twice("x")).isEqualTo("xx");
        assertThat(mixed.spaced(new String[] {"a", "b"})).containsExactly("a", "b");
        assertThat(Published.status(mixed).streamedCalls()).isEqualTo(2);
        return Published.status(mixed);
    }

    private void assertAnswersAsOverSoap(WrappedStations stations) throws Exception {
        assertThat(stations.echo("ünï©ødé | \\N \n & <markup> ]]>")).isEqualTo("ünï©ødé | \\N \n & <markup> ]]>");
        assertThat(stations.sum(Reading.of("north", 1.5, 2.5))).isEqualTo(4.0);
        assertThatThrownBy(() -> stations.fail("checked")).isInstanceOf(StationException.class);
        stations.tell("later");
        assertThat(service.told().poll(60, java.util.concurrent.TimeUnit.SECONDS))
                .isEqualTo("later");
        assertThat(stations.echo("again")).isEqualTo("again");
    }

    private static Map<String, String> chosen(Agreement agreement) {
        return agreement.operations().entrySet().stream()
                .collect(Collectors.toMap(each -> QName.valueOf(each.getKey()).getLocalPart(), Map.Entry::getValue));
    }

    private static ParleyFeature offering(Mode mode, String representations) {
        return Published.feature(mode).set("parley.representations", representations);
    }

    /** A contract with one operation whose parts have layouts and one whose parts have none. */
    @WebService
    @SOAPBinding(style = SOAPBinding.Style.RPC)
    public interface Mixed {
        String twice(String text);

        @XmlList
        String[] spaced(@XmlList String[] words);
    }

    @WebService(endpointInterface = "io.parley.cxf.OperationRepresentationsTest$Mixed")
    public static final class MixedImpl implements Mixed {
        @Override
        public String twice(String text) {
            return text + text;
        }

        @Override
        public String[] spaced(String[] words) {
            return words;
        }
    }
}
