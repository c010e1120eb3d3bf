package io.parley.representation.hhfr;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElementDecl;
import jakarta.xml.bind.annotation.XmlElementRef;
import jakarta.xml.bind.annotation.XmlID;
import jakarta.xml.bind.annotation.XmlIDREF;
import jakarta.xml.bind.annotation.XmlRegistry;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.util.List;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

/** Tests references by identifier into and out of a fragment of a message, compared with plain JAXB. */
class JaxbReferencesOutsideTest {
    @XmlRootElement(name = "open")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Open {
        @XmlIDREF
        JaxbReferencesTest.Person one;

        @XmlAnyElement(lax = true)
        List<Object> any;
    }

    @XmlRootElement(name = "closed")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Closed {
        @XmlIDREF
        JaxbReferencesTest.Person one;

        JaxbReferencesTest.Person there;

        @XmlAnyElement
        List<org.w3c.dom.Element> any;
    }

    @XmlRootElement(name = "around")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Around {
        List<Named> named;
        Declared declared;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    static class Named {
        @XmlID
        @XmlAttribute
        String id;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    static class Declared {
        @XmlElementRef(name = "chosen")
        JAXBElement<Object> chosen;
    }

    @XmlRegistry
    static class Elements {
        @XmlElementDecl(name = "chosen")
        @XmlIDREF
        public JAXBElement<Object> createChosen(Object value) {
            return new JAXBElement<>(new QName("chosen"), Object.class, value);
        }
    }

    @XmlRootElement(name = "keeper")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Keeper {
        @XmlIDREF
        JaxbReferencesTest.Person one;

        Object anything;
    }

    @XmlRootElement(name = "desk")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Desk {
        JaxbReferencesTest.Person owner;
        Lamp lamp;

        @XmlIDREF
        JaxbReferencesTest.Person reserve;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    static class Lamp {
        @XmlIDREF
        JaxbReferencesTest.Person owner;

        void beforeMarshal(Marshaller marshaller) {}
    }

    @Test
    void referencesReachIntoWhatIsCutOutOfAMessageAndOutOfIt() throws Exception {
        CodeFirst<Open> beans = CodeFirst.of(Open.class, JaxbReferencesTest.Team.class)
                .isReadWhole("refers to other beans by their identifiers", "any element");
        Open open = new Open();
        JaxbReferencesTest.Team first = new JaxbReferencesTest.Team();
        JaxbReferencesTest.Team second = new JaxbReferencesTest.Team();
        first.people = List.of(JaxbReferencesTest.Person.called(new JaxbReferencesTest.Person(), "a"));
        second.people = List.of(JaxbReferencesTest.Person.called(new JaxbReferencesTest.Manager(), "b"));
        first.lead = second.people.get(0);
        second.lead = first.people.get(0);
        open.one = second.lead;
        open.any = List.of(first, second);

        Open found = beans.check(open).through(open);

        JaxbReferencesTest.Team foundFirst = (JaxbReferencesTest.Team) found.any.get(0);
        JaxbReferencesTest.Team foundSecond = (JaxbReferencesTest.Team) found.any.get(1);
        assertThat(found.one).isSameAs(foundFirst.people.get(0));
        assertThat(foundFirst.lead).isSameAs(foundSecond.people.get(0));
        assertThat(foundSecond.lead).isSameAs(found.one);
    }

    @Test
    void aValueOfAnyTypeMayBeReferredTo() throws Exception {
        CodeFirst<Keeper> beans = CodeFirst.of(Keeper.class).isReadWhole("any type may stand in its place");
        Keeper keeper = new Keeper();
        JaxbReferencesTest.Person person = JaxbReferencesTest.Person.called(new JaxbReferencesTest.Manager(), "m");
        person.friend = person;
        keeper.anything = person;
        keeper.one = person;

        Keeper found = beans.check(keeper).through(keeper);

        assertThat(found.one).isSameAs(found.anything);
        assertThat(found.one.friend).isSameAs(found.one);
    }

    @Test
    void whatIsCutOutAndStaysATreeIsNoMatterOfReferences() throws Exception {
        CodeFirst<Closed> beans = CodeFirst.of(Closed.class).hasInfoset("any element");
        assertThat(beans.binding().detour()).isEmpty();
        Closed closed = new Closed();
        closed.there = JaxbReferencesTest.Person.called(new JaxbReferencesTest.Person(), "x");
        closed.one = closed.there;
        beans.check(closed);
    }

    @Test
    void aDeclaredElementMayBeAReference() throws Exception {
        CodeFirst<Around> beans = CodeFirst.of(Around.class, Elements.class)
                .isReadWhole("refers to other beans by their identifiers", "its value is an identifier");
        Around around = new Around();
        around.named = List.of(new Named());
        around.named.get(0).id = "n";
        around.declared = new Declared();
        around.declared.chosen = new Elements().createChosen(around.named.get(0));
        beans.check(around);
    }

    @Test
    void aMessageWithReferencesInWhichOneSidesClassesCutABeanOutIsLeftToPlainJaxb() throws Exception {
        CodeFirst<Desk> beans = CodeFirst.of(Desk.class).hasInfoset("beforeMarshal");
        Desk desk = new Desk();
        desk.owner = JaxbReferencesTest.Person.called(new JaxbReferencesTest.Person(), "o");
        desk.reserve = desk.owner;
        assertThat(Messages.canWrite(beans.binding(), desk)).isTrue();
        beans.check(desk);

        desk.lamp = new Lamp();

        assertThat(Messages.canWrite(beans.binding(), desk)).isFalse();
    }
}
