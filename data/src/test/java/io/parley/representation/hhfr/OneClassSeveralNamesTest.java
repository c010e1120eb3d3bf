package io.parley.representation.hhfr;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.binding.Binding;
import io.parley.binding.JaxbBindings;
import io.parley.binding.RecordBinding;
import io.parley.layout.Layout;
import io.parley.layout.Slot;
import io.parley.schema.Schema;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementWrapper;
import jakarta.xml.bind.annotation.XmlElements;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

/**
 * Tests elements with different names and the same class: the name that is written is the one that plain JAXB writes.
 */
class OneClassSeveralNamesTest {
    private static final Pattern NAMES = Pattern.compile("<(\\w+)");

    @XmlAccessorType(XmlAccessType.FIELD)
    static class Leaf {
        String text = "leaf";
    }

    static class Twig extends Leaf {}

    @XmlRootElement(name = "bean")
    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(propOrder = {"falling", "rising", "many", "between", "numbers", "wrapped", "mixed"})
    static class Bean {
        @XmlElements({@XmlElement(name = "b", type = Leaf.class), @XmlElement(name = "a", type = Leaf.class)})
        Object falling;

        @XmlElements({@XmlElement(name = "c", type = Leaf.class), @XmlElement(name = "d", type = Leaf.class)})
        Object rising;

        @XmlElements({@XmlElement(name = "e", type = Leaf.class), @XmlElement(name = "f", type = Leaf.class)})
        List<Object> many;

        @XmlElements({
            @XmlElement(name = "h", type = Leaf.class),
            @XmlElement(name = "i", type = Leaf.class),
            @XmlElement(name = "g", type = Leaf.class)
        })
        List<Leaf> between;

        @XmlElements({@XmlElement(name = "k", type = Integer.class), @XmlElement(name = "l", type = int.class)})
        List<Object> numbers;

        @XmlElementWrapper(name = "around")
        @XmlElements({@XmlElement(name = "m", type = Leaf.class), @XmlElement(name = "n", type = Leaf.class)})
        List<Object> wrapped;

        @XmlElements({
            @XmlElement(name = "o", type = Leaf.class),
            @XmlElement(name = "p", type = Twig.class),
            @XmlElement(name = "q", type = Leaf.class)
        })
        List<Object> mixed;
    }

    @XmlRootElement(name = "nils")
    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(propOrder = {"falling", "rising", "second", "many", "numbers"})
    static class Nils {
        @XmlElements({
            @XmlElement(name = "b", type = Leaf.class, nillable = true),
            @XmlElement(name = "a", type = Leaf.class, nillable = true)
        })
        Object falling;

        @XmlElements({
            @XmlElement(name = "c", type = Leaf.class, nillable = true),
            @XmlElement(name = "d", type = Leaf.class, nillable = true)
        })
        Object rising;

        @XmlElements({
            @XmlElement(name = "f", type = Leaf.class),
            @XmlElement(name = "e", type = Leaf.class, nillable = true)
        })
        Object second;

        @XmlElements({
            @XmlElement(name = "i", type = Leaf.class),
            @XmlElement(name = "h", type = Leaf.class, nillable = true),
            @XmlElement(name = "g", type = Leaf.class, nillable = true)
        })
        List<Object> many;

        @XmlElements({
            @XmlElement(name = "k", type = String.class, nillable = true),
            @XmlElement(name = "j", type = Integer.class, nillable = true)
        })
        List<Object> numbers;
    }

    @XmlRootElement(name = "apart")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Apart {
        @XmlElements({
            @XmlElement(name = "b", type = Leaf.class),
            @XmlElement(name = "a", type = Leaf.class),
            @XmlElement(name = "c", type = Twig.class)
        })
        Object item;
    }

    private static final String APART = """
            <xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'>
              <xs:element name='apart'><xs:complexType><xs:sequence>
                <xs:element name='b' type='leaf' minOccurs='0'/>
                <xs:element name='a' type='leaf' minOccurs='0'/>
                <xs:element name='c' type='twig' minOccurs='0'/>
              </xs:sequence></xs:complexType></xs:element>
              <xs:complexType name='leaf'><xs:sequence>
                <xs:element name='text' type='xs:string' minOccurs='0'/>
              </xs:sequence></xs:complexType>
              <xs:complexType name='twig'><xs:complexContent><xs:extension base='leaf'/></xs:complexContent></xs:complexType>
            </xs:schema>
            """;

    @Test
    void theNameIsTheOneThatJaxbWrites() throws Exception {
        Bean bean = new Bean();
        bean.falling = new Leaf();
        bean.rising = new Leaf();
        bean.many = List.of(new Leaf(), new Leaf());
        bean.between = List.of(new Leaf());
        bean.numbers = List.of(1, 2);
        bean.wrapped = List.of(new Leaf());
        bean.mixed = List.of(new Twig(), new Leaf());
        CodeFirst<Bean> beans = CodeFirst.of(Bean.class).check(bean);

        sameNames(beans.context(), beans.binding(), beans.element(), bean);
    }

    @Test
    void theNameOfANilIsTheOneThatJaxbWrites() throws Exception {
        Nils nils = new Nils();
        nils.many = Arrays.asList(null, new Leaf());
        nils.numbers = Arrays.asList(null, 1, "text");
        CodeFirst<Nils> beans = CodeFirst.of(Nils.class).check(nils);

        sameNames(beans.context(), beans.binding(), beans.element(), nils);
    }

    @Test
    void anItemStandsInOneOfSeveralPlacesOnly() throws Exception {
        JAXBContext context = JAXBContext.newInstance(Apart.class);
        Slot.Element element =
                Layout.compile(Schema.read(APART)).element(new QName("apart")).orElseThrow();
        JaxbBindings.Attempt attempt =
                JaxbBindings.of(context, List.of(Apart.class)).bind(element, Apart.class);
        Binding binding = Objects.requireNonNull(attempt.binding(), attempt.reason());
        for (Leaf leaf : List.of(new Leaf(), new Twig())) {
            Apart apart = new Apart();
            apart.item = leaf;
            JaxbOracle.check(context, binding, apart, Apart.class, "apart");

            sameNames(context, binding, element, apart);
        }
    }

    /** Checks the names as a reader without classes sees them, which knows only the names in the message. */
    private static void sameNames(JAXBContext context, Binding binding, Slot.Element element, Object bean)
            throws Exception {
        RecordBinding records = RecordBinding.of(element);
        Object record = Messages.decode(records, Messages.encode(binding, bean));
        List<String> read = Messages.expanded(records, record).stream()
                .map(QName::getLocalPart)
                .toList();
        List<String> written = NAMES.matcher(JaxbOracle.text(context, bean, bean.getClass()))
                .results()
                .map(result -> result.group(1))
                .toList();

        assertThat(read.subList(1, read.size())).isEqualTo(written.subList(1, written.size()));
    }
}
