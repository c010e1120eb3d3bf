package io.parley.cxf.values;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.Published;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.negotiation.Mode;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.cxf.endpoint.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that values outside their type end a call over the stream as they do over SOAP. */
class OddValuesTest {
    private static final String SOAP11 = jakarta.xml.ws.soap.SOAPBinding.SOAP11HTTP_BINDING;
    private static final String FAULT = "fault ";
    /** Over SOAP the part of a response that was already written is sent, followed by the fault. */
    private static final String BROKEN = "fault in the middle of an answer";

    private static final int ROUNDS = Integer.getInteger("parley.odd.values", 8);

    private final Published published = new Published();

    @WebService(targetNamespace = "urn:odd", name = "Odd", serviceName = "OddService")
    @SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
    public interface Odd {
        OddValues answer(long seed);

        String take(OddValues values);
    }

    @WebService(targetNamespace = "urn:odd", name = "Odd", serviceName = "OddService")
    @SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
    public static class OddImpl implements Odd {
        private final List<Long> seeds = new ArrayList<>();

        @Override
        public OddValues answer(long seed) {
            seeds.add(seed);
            return OddValueMaker.of(seed);
        }

        @Override
        public String take(OddValues values) {
            // The received value may contain characters that cannot be sent.
            return OddValueMaker.shown(values).replaceAll("[^ -~\n]", "?");
        }
    }

    @AfterEach
    void stop() {
        published.close();
    }

    private static ParleyFeature streaming(String representation) {
        return Published.feature(Mode.ALWAYS).set("parley.representations", representation);
    }

    @Shows(Use.ODD_VALUES)
    @Test
    void anAnswerOutsideItsTypeArrivesAsOverSoap() {
        OddImpl service = new OddImpl();
        Server server = published.publishAny(service, published.address(), SOAP11, new ParleyFeature());
        Odd odd = published.proxy(Odd.class, SOAP11, streaming("hhfr"));
        odd.take(new OddValues());

        OddValues negative = new OddValues();
        negative.unsignedInt = -1L;
        assertThat(odd.take(negative)).contains("unsignedInt=-1");
        long seed = 2;
        while (!Long.valueOf(-1).equals(OddValueMaker.of(seed).unsignedInt)) {
            seed += OddValueMaker.members();
        }
        assertThat(odd.answer(seed).unsignedInt).isEqualTo(-1L);

        assertThat(service.seeds).as("calls that ran").hasSize(1);
        assertThat(Published.status(odd).streamedCalls()).isEqualTo(3);
        assertThat(Published.status(odd).fallbacks()).isEmpty();
        assertThat(Published.status(odd).untypedValues())
                .hasEntrySatisfying(
                        "{urn:odd}take/in/0",
                        value -> assertThat(value.reason()).contains("unsignedInt"));
        assertThat(io.parley.cxf.ParleyStatus.of(server).orElseThrow().untypedValues())
                .hasSize(1);
    }

    @Shows(Use.FORBIDDEN_TEXT)
    @ParameterizedTest
    @ValueSource(strings = {"hhfr", "bnux"})
    void controlCharactersArriveTypedAndHalfAPairIsRefused(String representation) {
        published.publishAny(new OddImpl(), published.address(), SOAP11, streaming("hhfr,bnux"));
        Odd plain = published.proxy(Odd.class, SOAP11);
        OddValues control = new OddValues();
        control.text = "\u0001";
        OddValues half = new OddValues();
        half.texts = List.of("fine", "half \uD83D");
        OddValues hidden = new OddValues();
        hidden.tokens = List.of("half\uD83D", "more");
        assertThatThrownBy(() -> plain.take(control)).isInstanceOf(SOAPFaultException.class);
        Throwable overSoap = catchThrowable(() -> plain.take(half));
        assertThat(overSoap).message().startsWithIgnoringCase("Marshalling Error: index");
        assertThat(plain.take(hidden)).as("garbled").contains("tokens=[half?more]");

        Odd odd = published.proxy(Odd.class, SOAP11, streaming(representation));
        assertThatThrownBy(() -> odd.take(half))
                .isInstanceOf(overSoap.getClass())
                .hasMessage(overSoap.getMessage());
        assertThatThrownBy(() -> odd.take(hidden)).hasMessageContaining("an unpaired surrogate at character 4");
        if (representation.equals("hhfr")) {
            assertThat(odd.take(control)).contains("text=?");
        } else {
            assertThatThrownBy(() -> odd.take(control)).hasMessageContaining("expected XML characters, found U+0001");
        }
    }

    @Shows(Use.ODD_VALUES)
    @ParameterizedTest
    @ValueSource(strings = {"hhfr", "tdxml", "exi-schema", "bnux"})
    void anyValueEndsACallAsItDoesOverSoap(String representation) {
        published.publishAny(new OddImpl(), published.address(), SOAP11, streaming("hhfr,tdxml,exi-schema,bnux"));
        Odd plain = published.proxy(Odd.class, SOAP11);
        Odd odd = published.proxy(Odd.class, SOAP11, streaming(representation));
        odd.take(new OddValues());
        List<String> unlike = new ArrayList<>();

        for (long seed = 0; seed < (long) ROUNDS * OddValueMaker.members(); seed++) {
            long each = seed;
            compare(
                    "answer " + seed,
                    () -> OddValueMaker.shown(plain.answer(each)),
                    () -> OddValueMaker.shown(odd.answer(each)),
                    unlike);
            compare(
                    "take " + seed,
                    () -> plain.take(OddValueMaker.of(each)),
                    () -> odd.take(OddValueMaker.of(each)),
                    unlike);
        }
        assertThat(unlike).isEmpty();
        assertThat(Published.status(odd).fallbacks()).isEmpty();
    }

    private static void compare(String what, Supplier<String> bySoap, Supplier<String> byStream, List<String> unlike) {
        String expected = outcome(bySoap);
        String found = outcome(byStream);
        if (expected.equals(BROKEN) ? !found.startsWith(FAULT) : !found.equals(expected)) {
            unlike.add(what + "\n SOAP: " + expected + "\n stream: " + found + "\n");
        }
    }

    /**
     * Errors of writing must be equal; errors of reading are not compared by text, since JAXB quotes what it read and
     * Parley does not.
     */
    private static String outcome(Supplier<String> call) {
        try {
            return call.get();
        } catch (SOAPFaultException e) {
            if (e.getMessage().contains("local:\"Fault\"")) {
                return BROKEN;
            }
            String code = FAULT + e.getFault().getFaultCodeAsQName();
            boolean isWriting = String.valueOf(e.getMessage()).startsWith("Marshalling");
            return isWriting ? code + e.getMessage().replaceAll("@[0-9a-f]+", "@") : code + unreadable(e.getMessage());
        }
    }

    private static String unreadable(String message) {
        return message.startsWith("Unmarshalling") || message.startsWith("SCHEMA_VIOLATION") ? "unreadable" : message;
    }
}
