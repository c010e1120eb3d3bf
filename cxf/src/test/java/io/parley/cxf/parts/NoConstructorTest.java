package io.parley.cxf.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.binding.Part;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.Published;
import io.parley.negotiation.Mode;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.ws.soap.SOAPBinding;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests a class without a default constructor, for which CXF generates a factory that it gives every unmarshaller. */
class NoConstructorTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;

    private final Published published = new Published();

    /** A class that is created by a static method. */
    @XmlType(factoryMethod = "make")
    public static final class Weight {
        public int grams;

        Weight(int grams) {
            this.grams = grams;
        }

        static Weight make() {
            return new Weight(0);
        }
    }

    /** A bean with a weight. */
    public static class Load {
        public Weight weight;
        public int count;
    }

    /** The contract. */
    @WebService(targetNamespace = "urn:parley:test:scales")
    public interface Scales {
        Load weigh(Load load);

        int count(int items);
    }

    /** Returns what it receives. */
    @WebService(
            endpointInterface = "io.parley.cxf.parts.NoConstructorTest$Scales",
            targetNamespace = "urn:parley:test:scales")
    public static class ScalesImpl implements Scales {
        @Override
        public Load weigh(Load load) {
            return load;
        }

        @Override
        public int count(int items) {
            return items;
        }
    }

    @AfterEach
    void stop() {
        published.close();
    }

    /** Over SOAP the generated factory fails for this class, since no constructor matches. */
    @Test
    void itsFactoryKeepsNoPartOfTheServiceFromBeingTyped() {
        published.publishAny(new ScalesImpl(), published.address(), SOAP11, new ParleyFeature());
        Scales plain = published.proxy(Scales.class, SOAP11);
        Scales scales = published.proxy(Scales.class, SOAP11, Published.feature(Mode.ALWAYS));
        Load load = new Load();
        load.weight = new Weight(7);

        assertThat(plain.count(3)).isEqualTo(3);
        assertThatThrownBy(() -> plain.weigh(load)).hasMessageContaining("Unmarshalling Error");
        assertThat(scales.count(3)).isEqualTo(3);
        assertThat(scales.weigh(load).weight.grams).isEqualTo(7);
        assertThat(Published.status(scales).parts()).hasSize(4).allMatch(Part::isTyped);
    }
}
