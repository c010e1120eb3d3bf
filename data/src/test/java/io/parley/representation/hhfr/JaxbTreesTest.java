package io.parley.representation.hhfr;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementDecl;
import jakarta.xml.bind.annotation.XmlElementRef;
import jakarta.xml.bind.annotation.XmlMixed;
import jakarta.xml.bind.annotation.XmlRegistry;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.io.StringReader;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;
import org.xmlunit.builder.DiffBuilder;

/** Tests trees that declare the prefixes that JAXB generates, at every place where a bean may hold a tree. */
class JaxbTreesTest {
    private static final String NAMESPACE = "urn:test";

    @XmlRootElement(name = "holder", namespace = NAMESPACE)
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Holder {
        @XmlElement(namespace = NAMESPACE)
        Object anything;

        @XmlElement(namespace = NAMESPACE)
        Asked asked;

        @XmlElement(namespace = NAMESPACE)
        Mixed mixed;

        @XmlElementRef(name = "declared", namespace = NAMESPACE)
        JAXBElement<Object> declared;

        @XmlAnyElement(lax = true)
        List<Object> any;
    }

    /** A class that is not supported, so that JAXB writes it with everything that it contains. */
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Asked {
        @XmlElement(namespace = NAMESPACE)
        Object tree;

        @XmlElement(namespace = NAMESPACE)
        List<Object> trees;

        @XmlAnyElement(lax = true)
        List<Object> any;

        void beforeMarshal(Marshaller marshaller) {}
    }

    @XmlRootElement(name = "rooted", namespace = NAMESPACE)
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Rooted {
        @XmlElement(namespace = NAMESPACE)
        Object tree;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    static class Mixed {
        @XmlMixed
        @XmlAnyElement(lax = true)
        List<Object> content;
    }

    @XmlRegistry
    static class Elements {
        @XmlElementDecl(name = "declared", namespace = NAMESPACE)
        JAXBElement<Object> declared(Object value) {
            return new JAXBElement<>(new QName(NAMESPACE, "declared"), Object.class, value);
        }

        @XmlElementDecl(name = "named", namespace = NAMESPACE)
        JAXBElement<Object> named(Object value) {
            return new JAXBElement<>(new QName(NAMESPACE, "named"), Object.class, value);
        }
    }

    @Test
    void aTreeThatIsAPropertyKeepsItsNames() throws Exception {
        isKept("anything", (holder, tree) -> holder.anything = tree, holder -> holder.anything);
    }

    @Test
    void aTreeThatIsAPropertyOfWhatIsCutOutKeepsItsNames() throws Exception {
        isKept(
                "tree",
                (holder, tree) -> {
                    holder.asked = new Asked();
                    holder.asked.tree = tree;
                },
                holder -> holder.asked.tree);
    }

    @Test
    void aTreeOfAnotherNameThanItsPropertyKeepsItsContent() throws Exception {
        isKept(
                "other",
                (holder, tree) -> holder.anything = tree,
                holder -> ((Element) holder.anything).getFirstChild());
    }

    @Test
    void aTreeAmongItemsOfWhatIsCutOutKeepsItsNames() throws Exception {
        isKept(
                "trees",
                (holder, tree) -> {
                    holder.asked = new Asked();
                    holder.asked.trees = List.of(tree, tree);
                },
                holder -> holder.asked.trees.get(1));
    }

    @Test
    void aTreeInAWildcardOfWhatIsCutOutKeepsItsNames() throws Exception {
        isKept(
                "other",
                (holder, tree) -> {
                    holder.asked = new Asked();
                    holder.asked.any = List.of(tree);
                },
                holder -> holder.asked.any.get(0));
    }

    @Test
    void aTreeInAValueOfAnyTypeKeepsItsNames() throws Exception {
        isKept(
                "tree",
                (holder, tree) -> {
                    Asked asked = new Asked();
                    asked.tree = tree;
                    holder.anything = asked;
                },
                holder -> ((Asked) holder.anything).tree);
    }

    @Test
    void aTreeInABeanInAWildcardKeepsItsNames() throws Exception {
        isKept(
                "tree",
                (holder, tree) -> {
                    Rooted rooted = new Rooted();
                    rooted.tree = tree;
                    holder.any = List.of(rooted);
                },
                holder -> ((Rooted) holder.any.get(0)).tree);
    }

    @Test
    void aTreeInMixedContentKeepsItsNames() throws Exception {
        isKept(
                "other",
                (holder, tree) -> {
                    holder.mixed = new Mixed();
                    holder.mixed.content = List.of("before", tree, "after");
                },
                holder -> holder.mixed.content.get(1));
    }

    @Test
    void aTreeInANamedElementKeepsItsNames() throws Exception {
        for (String name : List.of("declared", "other")) {
            isKept(
                    name,
                    (holder, tree) -> holder.declared = new Elements().declared(tree),
                    holder -> name.equals("declared")
                            ? holder.declared.getValue()
                            : ((Element) holder.declared.getValue()).getFirstChild());
        }
    }

    @Test
    void aTreeInANamedElementInAWildcardKeepsItsNames() throws Exception {
        isKept(
                "named",
                (holder, tree) -> holder.any = List.of(new Elements().named(tree)),
                holder -> ((JAXBElement<?>) holder.any.get(0)).getValue());
    }

    /** Checks that the tree is kept. The numbers in JAXB's generated prefixes may start anywhere. */
    private static void isKept(String name, BiConsumer<Holder, Element> put, Function<Holder, Object> get)
            throws Exception {
        CodeFirst<Holder> beans = CodeFirst.of(Holder.class, Rooted.class, Elements.class);
        for (int number = 0; number < 6; number++) {
            Element tree = tree("<t:" + name + " xmlns:t='urn:test' xmlns:ns" + number + "='urn:o' ns" + number
                    + ":at='v'><ns" + number + ":in t:at='w'>text</ns" + number + ":in></t:" + name + ">");
            Holder holder = new Holder();
            put.accept(holder, tree);
            Object found = get.apply(beans.through(holder));
            Object expected =
                    name.equals("other") && !((Element) found).getLocalName().equals("other")
                            ? tree.getFirstChild()
                            : tree;
            assertThat(DiffBuilder.compare(expected)
                            .withTest(found)
                            .checkForSimilar()
                            .build()
                            .getDifferences())
                    .as("prefix ns" + number)
                    .isEmpty();
        }
    }

    private static Element tree(String text) throws Exception {
        DocumentBuilderFactory parsers = DocumentBuilderFactory.newInstance();
        parsers.setNamespaceAware(true);
        return parsers.newDocumentBuilder()
                .parse(new InputSource(new StringReader(text)))
                .getDocumentElement();
    }
}
