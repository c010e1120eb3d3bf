package io.parley.cxf.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.parley.cxf.Published;
import io.parley.negotiation.Mode;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests a part without a value, for which RPC/literal has no form (WS-I Basic Profile, R2211). */
class NullPartTest {
    private static final String SOAP11 = jakarta.xml.ws.soap.SOAPBinding.SOAP11HTTP_BINDING;

    private final Published published = new Published();
    private Words plain;
    private Words streaming;

    /** The contract. */
    @WebService(targetNamespace = "urn:parley:test:words")
    @SOAPBinding(style = SOAPBinding.Style.RPC)
    public interface Words {
        String join(@WebParam(name = "first") String first, @WebParam(name = "second") String second);
    }

    /** Returns null for an empty first word. */
    @WebService(endpointInterface = "io.parley.cxf.parts.NullPartTest$Words", targetNamespace = "urn:parley:test:words")
    public static class WordsImpl implements Words {
        @Override
        public String join(String first, String second) {
            return first.isEmpty() ? null : first + second;
        }
    }

    @BeforeEach
    void publish() {
        published.publishAny(new WordsImpl(), published.address(), SOAP11, Published.feature(Mode.AUTO));
        plain = published.proxy(Words.class, SOAP11);
        streaming = published.proxy(Words.class, SOAP11, Published.feature(Mode.ALWAYS));
    }

    @AfterEach
    void stop() {
        published.close();
    }

    @Test
    void aPartWithoutValueFailsAsOverSoapAndTheSessionLivesOn() {
        assertThat(streaming.join("a", "b")).isEqualTo("ab");

        failsAlike("a", null);
        failsAlike("", "b");

        assertThat(streaming.join("c", "d")).isEqualTo("cd");
        assertThat(Published.status(streaming).fallbacks()).isEmpty();
    }

    private void failsAlike(String first, String second) {
        Throwable overSoap = catchThrowable(() -> plain.join(first, second));

        assertThat(overSoap).isNotNull();
        assertThatThrownBy(() -> streaming.join(first, second))
                .isInstanceOf(overSoap.getClass())
                .hasMessage(overSoap.getMessage());
    }
}
