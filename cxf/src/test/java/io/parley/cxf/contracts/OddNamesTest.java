package io.parley.cxf.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.binding.Part;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.negotiation.Mode;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.ws.soap.SOAPBinding;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests contracts with names that an offer cannot contain: the calls stream, as infoset. */
class OddNamesTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;

    private final Published published = new Published();

    @AfterEach
    void stop() {
        published.close();
    }

    /** A contract whose namespace has blanks and braces. */
    @WebService(targetNamespace = Blanks.NAMESPACE)
    public interface Blanks {
        String NAMESPACE = "http://example.org/our {first} services";

        String greet(@WebParam(name = "name") String name);
    }

    @WebService(targetNamespace = Blanks.NAMESPACE, endpointInterface = "io.parley.cxf.contracts.OddNamesTest$Blanks")
    public static final class BlanksImpl implements Blanks {
        @Override
        public String greet(String name) {
            return "hello " + name;
        }
    }

    /** A contract with an ordinary operation, and one with a very long name. */
    @WebService(targetNamespace = "urn:names")
    public interface Names {
        @WebMethod(operationName = LONG)
        String greet(@WebParam(name = "name") String name);

        int length(@WebParam(name = "name") String name);

        String TWENTY = "abcdefghijklmnopqrst";
        String HUNDRED = TWENTY + TWENTY + TWENTY + TWENTY + TWENTY;
        String THOUSAND =
                HUNDRED + HUNDRED + HUNDRED + HUNDRED + HUNDRED + HUNDRED + HUNDRED + HUNDRED + HUNDRED + HUNDRED;
        String LONG = THOUSAND + THOUSAND + THOUSAND;
    }

    @WebService(targetNamespace = "urn:names", endpointInterface = "io.parley.cxf.contracts.OddNamesTest$Names")
    public static final class NamesImpl implements Names {
        @Override
        public String greet(String name) {
            return "hello " + name;
        }

        @Override
        public int length(String name) {
            return name.length();
        }
    }

    @Test
    void anOperationOfANamespaceWithBlanksStreamsAsInfoset() {
        published.publishAny(new BlanksImpl(), published.address(), SOAP11, Published.feature(Mode.AUTO));
        Blanks blanks = published.proxy(Blanks.class, SOAP11, Published.feature(Mode.ALWAYS));

        assertThat(blanks.greet("you")).isEqualTo("hello you");

        ParleyStatus status = Published.status(blanks);
        assertThat(status.streamedCalls()).isEqualTo(1);
        assertThat(status.parts()).hasSize(2).allSatisfy(OddNamesTest::isUnnamed);
    }

    @Test
    void anOperationWithAVeryLongNameStreamsAsInfosetAndTheOthersTyped() {
        published.publishAny(new NamesImpl(), published.address(), SOAP11, Published.feature(Mode.AUTO));
        Names names = published.proxy(Names.class, SOAP11, Published.feature(Mode.ALWAYS));

        assertThat(names.greet("you")).isEqualTo("hello you");
        assertThat(names.length("you")).isEqualTo(3);

        ParleyStatus status = Published.status(names);
        assertThat(status.streamedCalls()).isEqualTo(2);
        assertThat(status.typedParts()).isEqualTo(1);
        assertThat(status.parts())
                .filteredOn(part -> !part.isTyped())
                .hasSize(2)
                .allSatisfy(OddNamesTest::isUnnamed);
    }

    private static void isUnnamed(Part part) {
        assertThat(part.isTyped()).isFalse();
        assertThat(part.reason()).contains("an offer cannot name its operation");
    }
}
