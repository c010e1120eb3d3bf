package io.parley.representation.hhfr;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAnyAttribute;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElementDecl;
import jakarta.xml.bind.annotation.XmlElementRef;
import jakarta.xml.bind.annotation.XmlElementRefs;
import jakarta.xml.bind.annotation.XmlMixed;
import jakarta.xml.bind.annotation.XmlRegistry;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

/** Tests elements with explicit names, wildcard attributes, and mixed content, compared with plain JAXB. */
class JaxbNamedElementsTest {
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Leaf {
        String text;

        @XmlAttribute
        Integer at;
    }

    @XmlRootElement(name = "mixed")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Mixed {
        @XmlMixed
        @XmlAnyElement(lax = true)
        List<Object> content;

        @XmlAttribute
        Integer at;

        @XmlAnyAttribute
        Map<QName, String> others;
    }

    @XmlRootElement(name = "around")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Around {
        Mixed mixed;
        List<Mixed> several;
        MixedRefs refs;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    static class MixedRefs {
        @XmlMixed
        @XmlElementRefs({
            @XmlElementRef(name = "b", type = JAXBElement.class),
            @XmlElementRef(name = "i", type = JAXBElement.class)
        })
        List<java.io.Serializable> content;
    }

    @XmlRootElement(name = "open")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Open {
        @XmlAnyAttribute
        Map<QName, String> attributes = new HashMap<>();

        @XmlAttribute
        String known;

        String text;
    }

    @XmlRootElement(name = "openText")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class OpenText {
        @XmlAnyAttribute
        Map<QName, String> attributes;

        @XmlValue
        String text;
    }

    @XmlRootElement(name = "elements")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Elements {
        @XmlElementRef(name = "b", type = JAXBElement.class)
        JAXBElement<String> one;

        @XmlElementRefs({
            @XmlElementRef(name = "i", type = JAXBElement.class),
            @XmlElementRef(name = "leaf", type = JAXBElement.class),
            @XmlElementRef(type = Open.class)
        })
        List<Object> many;
    }

    @XmlRootElement(name = "ownElements")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class OwnElements {
        @XmlElementRef(name = "b", type = JAXBElement.class)
        List<JAXBElement<String>> list;
    }

    static class Bold extends JAXBElement<String> {
        private static final long serialVersionUID = 1;

        Bold(String value) {
            super(new QName("b"), String.class, null, value);
        }
    }

    @XmlRegistry
    static class ObjectFactory {
        @XmlElementDecl(name = "b")
        JAXBElement<String> b(String value) {
            return new JAXBElement<>(new QName("b"), String.class, value);
        }

        @XmlElementDecl(name = "i")
        JAXBElement<Integer> i(Integer value) {
            return new JAXBElement<>(new QName("i"), Integer.class, value);
        }

        @XmlElementDecl(name = "leaf")
        JAXBElement<Leaf> leaf(Leaf value) {
            return new JAXBElement<>(new QName("leaf"), Leaf.class, value);
        }
    }

    @Test
    void mixedContentKeepsItsTypedAttributes() throws Exception {
        Around bean = new Around();
        bean.mixed = mixed();
        bean.several = List.of(mixed(), new Mixed());
        bean.refs = new MixedRefs();
        bean.refs.content = new ArrayList<>();
        bean.refs.content.add("text ");
        bean.refs.content.add(new ObjectFactory().b("bold"));
        bean.refs.content.add(" and ");
        bean.refs.content.add(new ObjectFactory().i(5));
        CodeFirst.of(Around.class, Open.class, ObjectFactory.class)
                .hasInfoset("mixed")
                .check(bean)
                .check(new Around());
    }

    private static Mixed mixed() {
        Mixed mixed = new Mixed();
        Open open = new Open();
        open.text = "inside";
        mixed.content = new ArrayList<>(List.of("before ", open, " after"));
        mixed.at = 3;
        mixed.others = new HashMap<>(Map.of(new QName("urn:o", "other", "o"), "v"));
        return mixed;
    }

    @Test
    void attributesBeyondTheKnown() throws Exception {
        Open open = new Open();
        open.attributes.put(new QName("urn:a", "a", "p"), "1");
        open.attributes.put(new QName("b"), " 2 ");
        open.attributes.put(new QName("urn:a", "c"), "");
        open.known = "k";
        open.text = "t";
        CodeFirst.of(Open.class).isTyped().check(open).check(new Open());
        CodeFirst.of(OpenText.class).isInfoset("cannot hold");
    }

    @Test
    void elementsThatSayTheirNames() throws Exception {
        Elements bean = new Elements();
        ObjectFactory factory = new ObjectFactory();
        Leaf leaf = new Leaf();
        leaf.text = "t";
        bean.one = factory.b("bold");
        bean.many = new ArrayList<>(List.of(factory.i(5), factory.leaf(leaf), new Open(), factory.i(6)));
        CodeFirst<Elements> beans =
                CodeFirst.of(Elements.class, ObjectFactory.class).isTyped();
        beans.check(bean).check(new Elements());
        bean.many = new ArrayList<>(List.of(factory.leaf(null)));
        beans.check(bean);
    }

    @Test
    void anElementThatTheSchemaDoesNotLetBeNilIsNilAllTheSame() throws Exception {
        Elements bean = new Elements();
        bean.one = new ObjectFactory().b(null);
        CodeFirst<Elements> beans = CodeFirst.of(Elements.class, ObjectFactory.class);

        assertThat(JaxbOracle.text(beans.context(), bean, Elements.class)).contains("nil=\"true\"");
        beans.check(bean);
    }

    @Test
    void anElementWithoutValueAmongOthersIsNil() throws Exception {
        OwnElements bean = new OwnElements();
        bean.list = new ArrayList<>(List.of(new ObjectFactory().b("there"), new ObjectFactory().b(null)));
        CodeFirst.of(OwnElements.class, ObjectFactory.class).check(bean);
    }

    @Test
    void subclassesOfJaxbElementBecomeWhatJaxbMakesOfThem() throws Exception {
        OwnElements bean = new OwnElements();
        bean.list = new ArrayList<>(List.of(new Bold("bold"), new ObjectFactory().b("plain")));
        CodeFirst.of(OwnElements.class, ObjectFactory.class).check(bean);
    }
}
