package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.LogicalMessageHandler;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that limits in a request context apply to the response where they are stricter than the agreement. */
class CallLimitsTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;

    private final Published published = new Published();
    private final Service service = new Service();

    @AfterEach
    void stop() {
        published.close();
    }

    private WrappedStations stations(ParleyFeature feature) {
        published.publish(service, SOAP11, new ParleyFeature());
        return published.proxy(WrappedStations.class, SOAP11, feature);
    }

    /** Short responses are complete before they are read; those of 4 MB arrive while they are read. */
    @Shows(Use.CALL_LIMITS)
    @ParameterizedTest
    @CsvSource({
        "MESSAGE_BYTES,  5000,   10000",
        "MESSAGE_BYTES,  100000, 4000000",
        "STRING_BYTES,   5000,   10000",
        "STRING_BYTES,   100000, 4000000",
    })
    void anAnswerBeyondWhatTheCallAllowsIsAnErrorThatNamesTheSettingAndTheNextCallIsFree(
            Limit limit, long allowed, String chars) {
        WrappedStations stations = stations(Published.feature(Mode.ALWAYS));
        String wanted = stations.echo(chars);

        set(stations, limit, allowed);
        assertThatLimit(limit, allowed, () -> stations.echo(chars));
        assertThat(stations.echo("10")).as("what fits").hasSize(10);

        unset(stations, limit);
        assertThat(stations.echo(chars)).isEqualTo(wanted);
        assertThat(Published.status(stations).streamedCalls()).isEqualTo(4);
        assertThat(service.calls).as("none was made again").hasValue(4);
    }

    @ParameterizedTest
    @CsvSource({"hhfr, DEPTH, 1", "hhfr, ITEMS, 1", "bnux, DEPTH, 1", "bnux, ITEMS, 1", "bnux, NAMES, 1"})
    void answersThatAreReadAsXmlAreHeldToThemToo(String representation, Limit limit, long allowed) {
        WrappedStations stations =
                stations(Published.feature(Mode.ALWAYS).set("parley.representations", representation));
        ((BindingProvider) stations).getBinding().setHandlerChain(List.of(LogicalMessageHandler.looking()));
        assertThat(stations.echo("10")).hasSize(10);

        set(stations, limit, allowed);
        assertThatLimit(limit, allowed, () -> stations.echo("10"));

        unset(stations, limit);
        assertThat(stations.echo("10")).hasSize(10);
        assertThat(Published.status(stations).typedParts()).isZero();
    }

    @Test
    void whatIsLaxerThanTheAgreementIsLeftToIt() {
        WrappedStations stations = stations(Published.feature(Mode.ALWAYS).limit(Limit.STRING_BYTES, 5_000));
        set(stations, Limit.STRING_BYTES, 1_000_000);

        assertThat(stations.echo("4000")).hasSize(4_000);
        assertThatThrownBy(() -> stations.echo("40000"))
                .hasStackTraceContaining(
                        "expected at most 5000 bytes, found 40000; the setting is " + Limit.STRING_BYTES.setting());
    }

    @Test
    void whatTheFirstCallAllowsItselfIsNotWhatItsBusAndItsSessionAreMadeWith() {
        WrappedStations stations = stations(Published.feature(Mode.ALWAYS));
        for (Limit limit : List.of(Limit.MESSAGE_BYTES, Limit.STRING_BYTES, Limit.TOTAL_BYTES, Limit.STREAMS)) {
            set(stations, limit, 5_000);
        }
        assertThat(stations.echo("10")).hasSize(10);

        for (Limit limit : Limit.values()) {
            unset(stations, limit);
        }
        assertThat(stations.echo("4000000")).hasSize(4_000_000);
        assertThat(Published.status(stations).streamedCalls()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"MESSAGE_BYTES, 5kB, 5120", "STRING_BYTES, ' 5 kB ', 5120", "ITEMS, 3, 3"})
    void theyHaveTheUnitsOfSettings(Limit limit, String value, long allowed) {
        WrappedStations stations = stations(Published.feature(Mode.ALWAYS));
        ((BindingProvider) stations).getBinding().setHandlerChain(List.of(LogicalMessageHandler.looking()));
        ((BindingProvider) stations).getRequestContext().put(limit.setting(), value);

        assertThatLimit(limit, allowed, () -> stations.echo("10000"));
    }

    @Test
    void aBlankOneIsNone() {
        WrappedStations stations = stations(Published.feature(Mode.ALWAYS));
        ((BindingProvider) stations).getRequestContext().put(Limit.ITEMS.setting(), " ");

        assertThat(stations.echo("10")).hasSize(10);
    }

    @ParameterizedTest
    @CsvSource({
        "soon, 'expected a whole number of items, at least 1, found soon in the context of the call'",
        "3kB, 'expected a whole number of items, at least 1, found 3kB'",
        "0, 'expected a whole number of items, at least 1, found 0'",
    })
    void whatIsNoLimitFailsBeforeAnythingIsSent(String value, String why) {
        WrappedStations stations = stations(Published.feature(Mode.ALWAYS));
        assertThat(stations.echo("10")).hasSize(10);
        ((BindingProvider) stations).getRequestContext().put(Limit.ITEMS.setting(), value);

        assertThatThrownBy(() -> stations.echo("10"))
                .isInstanceOf(WebServiceException.class)
                .hasStackTraceContaining(Limit.ITEMS.setting() + ": " + why);

        assertThat(service.calls).hasValue(1);
    }

    private static void set(WrappedStations stations, Limit limit, long allowed) {
        ((BindingProvider) stations).getRequestContext().put(limit.setting(), allowed);
    }

    private static void unset(WrappedStations stations, Limit limit) {
        ((BindingProvider) stations).getRequestContext().remove(limit.setting());
    }

    private static void assertThatLimit(Limit limit, long allowed, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOf(WebServiceException.class)
                .hasStackTraceContaining(limit.setting())
                .hasStackTraceContaining(Long.toString(allowed))
                .rootCause()
                .isInstanceOfSatisfying(
                        ParleyException.class, why -> assertThat(why.code()).isEqualTo(ErrorCode.LIMIT));
    }

    /** Returns as many characters as requested. */
    private static final class Service extends WrappedStationsImpl {
        final AtomicInteger calls = new AtomicInteger();

        @Override
        public String echo(String chars) {
            calls.incrementAndGet();
            return "x".repeat(Integer.parseInt(chars));
        }
    }
}
