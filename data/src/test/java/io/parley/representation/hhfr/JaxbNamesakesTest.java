package io.parley.representation.hhfr;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.schema.SafeXml;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementDecl;
import jakarta.xml.bind.annotation.XmlElementWrapper;
import jakarta.xml.bind.annotation.XmlElements;
import jakarta.xml.bind.annotation.XmlRegistry;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import jakarta.xml.bind.annotation.XmlTransient;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;

/**
 * Tests members that are sent as infoset and share their name with a different global element, compared with plain
 * JAXB.
 */
class JaxbNamesakesTest {
    private static final String NAMESPACE = "urn:namesakes";

    @XmlRootElement(name = "members")
    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlSeeAlso({Leaf.class, Other.class})
    static class Members {
        @XmlElement(namespace = NAMESPACE)
        Object text;

        @XmlElement(namespace = NAMESPACE)
        Object number;

        @XmlElement(namespace = NAMESPACE)
        Object bean;

        @XmlElement(namespace = NAMESPACE)
        Object anything;

        Object value;
    }

    @XmlRootElement(name = "lists")
    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlSeeAlso({Leaf.class, Other.class})
    static class Lists {
        @XmlElement(namespace = NAMESPACE)
        List<Object> text;

        @XmlElementWrapper
        @XmlElement(name = "number", namespace = NAMESPACE)
        List<Object> wrapped;

        @XmlElements({
            @XmlElement(name = "bean", namespace = NAMESPACE, type = Object.class),
            @XmlElement(name = "anything", namespace = NAMESPACE, type = String.class)
        })
        List<Object> choice;

        Map<String, Object> map;
    }

    /** A bean with a member that may hold an object of a class that the layout does not contain. */
    @XmlRootElement(name = "holder")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Holder {
        @XmlElement(namespace = NAMESPACE)
        Leaf text;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    static class Leaf {
        String name;

        static Leaf of(String name) {
            Leaf leaf = new Leaf();
            leaf.name = name;
            return leaf;
        }
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    static class Other {
        int count = 3;
    }

    /** A subclass that is unknown to JAXB, which writes it like its superclass. */
    @XmlTransient
    static class Unknown extends Leaf {
        Unknown() {
            name = "unknown";
        }
    }

    @XmlRegistry
    public static class ObjectFactory {
        @XmlElementDecl(name = "text", namespace = NAMESPACE)
        public JAXBElement<String> text(String value) {
            return new JAXBElement<>(new QName(NAMESPACE, "text"), String.class, value);
        }

        @XmlElementDecl(name = "number", namespace = NAMESPACE)
        public JAXBElement<Integer> number(Integer value) {
            return new JAXBElement<>(new QName(NAMESPACE, "number"), Integer.class, value);
        }

        @XmlElementDecl(name = "bean", namespace = NAMESPACE)
        public JAXBElement<Leaf> bean(Leaf value) {
            return new JAXBElement<>(new QName(NAMESPACE, "bean"), Leaf.class, value);
        }

        @XmlElementDecl(name = "anything", namespace = NAMESPACE)
        public JAXBElement<Object> anything(Object value) {
            return new JAXBElement<>(new QName(NAMESPACE, "anything"), Object.class, value);
        }

        @XmlElementDecl(name = "value", namespace = "")
        public JAXBElement<Leaf> value(Leaf value) {
            return new JAXBElement<>(new QName("value"), Leaf.class, value);
        }
    }

    static List<Object> values() {
        Element tree = SafeXml.emptyDocument().createElementNS("urn:tree", "t:tree");
        tree.setTextContent("text");
        return List.of("text", 5, Leaf.of("leaf"), new Other(), tree, new QName("urn:q", "name"), 2.5, new byte[] {1});
    }

    @ParameterizedTest
    @MethodSource("values")
    void aMemberOfAnyTypeIsNotTheGlobalElementOfItsName(Object value) throws Exception {
        Members members = new Members();
        members.text = value;
        members.number = value;
        members.bean = value;
        members.anything = value;
        members.value = value;
        CodeFirst<Members> bean = CodeFirst.of(Members.class, ObjectFactory.class);
        bean.check(members);
        assertThat(bean.through(members).bean)
                .isInstanceOf(value instanceof Element ? Element.class : value.getClass());
    }

    @Test
    void itemsOfAnyTypeAreNotTheGlobalElementOfTheirName() throws Exception {
        Lists lists = new Lists();
        lists.text = new ArrayList<>(values());
        lists.wrapped = new ArrayList<>(values());
        lists.choice = new ArrayList<>(values());
        lists.map = new HashMap<>();
        values().forEach(each -> lists.map.put("key" + lists.map.size(), each));
        CodeFirst.of(Lists.class, ObjectFactory.class).check(lists);
    }

    @Test
    void aBeanIsNotTheGlobalElementOfItsMembersName() throws Exception {
        Holder holder = new Holder();
        holder.text = Leaf.of("leaf");
        CodeFirst<Holder> bean = CodeFirst.of(Holder.class, ObjectFactory.class);
        bean.check(holder);
        holder.text = new Unknown();
        bean.check(holder);
    }
}
