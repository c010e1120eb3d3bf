package io.parley.representation.hhfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.binding.Record;
import io.parley.binding.RecordBinding;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementWrapper;
import jakarta.xml.bind.annotation.XmlID;
import jakarta.xml.bind.annotation.XmlIDREF;
import jakarta.xml.bind.annotation.XmlList;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import jakarta.xml.bind.annotation.XmlValue;
import jakarta.xml.bind.annotation.adapters.CollapsedStringAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests references by identifier, compared with plain JAXB. */
class JaxbReferencesTest {
    @XmlRootElement(name = "team")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Team {
        @XmlIDREF
        @XmlAttribute
        Person lead;

        @XmlIDREF
        @XmlAttribute
        List<Person> deputies;

        @XmlIDREF
        Object first;

        @XmlIDREF
        List<Person> absent;

        @XmlIDREF
        @XmlList
        List<Person> quiet;

        @XmlIDREF
        @XmlElementWrapper(name = "wrapped")
        @XmlElement(name = "one")
        List<Person> wrapped;

        @XmlIDREF
        Person[] array;

        @XmlIDREF
        Set<Person> set;

        List<Person> people;

        @XmlIDREF
        Person last;
    }

    @XmlSeeAlso(Manager.class)
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Person {
        @XmlID
        @XmlAttribute
        @XmlJavaTypeAdapter(CollapsedStringAdapter.class)
        String id;

        @XmlIDREF
        Person friend;

        List<Person> children;

        static <P extends Person> P called(P person, String id) {
            person.id = id;
            return person;
        }
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    static class Manager extends Person {
        @XmlIDREF
        @XmlElement(name = "report")
        List<Person> reports = new ArrayList<>();
    }

    @XmlRootElement(name = "keys")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Keys {
        List<ByElement> elements;
        List<ByText> texts;

        @XmlIDREF
        ByElement element;

        @XmlIDREF
        ByText text;

        @XmlIDREF
        List<Object> any;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    static class ByElement {
        int size;

        @XmlID
        String key;
    }

    static class ByText {
        private String name;

        @XmlAttribute
        public int size;

        @XmlValue
        @XmlID
        public String getName() {
            return name;
        }

        public void setName(String name) {
            this.name = name;
        }
    }

    @Test
    void referencesOfAllKindsPointWhereJaxbMakesThemPoint() throws Exception {
        Team team = team();
        Team found = CodeFirst.of(Team.class).isTyped().check(team).through(team);

        assertThat(found.lead).isSameAs(found.people.get(0));
        assertThat(found.first).isSameAs(found.people.get(1));
        assertThat(found.deputies).containsExactly(found.people.get(1), found.people.get(0));
        assertThat(found.last).isSameAs(found.people.get(0).children.get(0));
    }

    @Test
    void referencesInACircleAreLegal() throws Exception {
        Team team = new Team();
        Person a = Person.called(new Person(), "a");
        Person b = Person.called(new Person(), "b");
        a.friend = b;
        b.friend = a;
        team.people = List.of(a, b);

        Team found = CodeFirst.of(Team.class).check(team).through(team);

        assertThat(found.people.get(0).friend.friend).isSameAs(found.people.get(0));
    }

    @Test
    void aReferenceToNobodyStaysNull() throws Exception {
        Team team = new Team();
        team.lead = Person.called(new Person(), "elsewhere");
        team.deputies = List.of(team.lead);
        team.wrapped = List.of(team.lead);
        team.people = List.of(Person.called(new Person(), "here"));

        Team found = CodeFirst.of(Team.class).check(team).through(team);

        assertThat(found.lead).isNull();
        assertThat(found.deputies).isEmpty();
    }

    @Test
    void aReferenceToAnotherClassStaysNull() throws Exception {
        Keys keys = keys();
        keys.elements.get(0).key = "same";
        keys.texts.get(0).setName("same");
        keys.element = keys.elements.get(0);
        keys.any = List.of(keys.texts.get(1));
        CodeFirst.of(Keys.class).isTyped().check(keys);
    }

    @Test
    void theLastOfTwoWithOneIdentifierIsMeant() throws Exception {
        Team team = team();
        team.people.get(1).id = "a";
        CodeFirst.of(Team.class).check(team);
    }

    @Test
    void identifiersStandInElementsAndTextToo() throws Exception {
        Keys found = CodeFirst.of(Keys.class).isTyped().check(keys()).through(keys());

        assertThat(found.element).isSameAs(found.elements.get(0));
        assertThat(found.text).isSameAs(found.texts.get(1));
    }

    @Test
    void whiteSpaceAroundAnIdentifierIsNoPartOfIt() throws Exception {
        Keys keys = keys();
        keys.elements.get(0).key = " k\t";
        keys.texts.get(1).setName("  n ");
        CodeFirst.of(Keys.class).check(keys);
    }

    @Test
    void aReferenceToAnObjectWithoutIdentifierIsAnErrorAsInJaxb() throws Exception {
        Team team = new Team();
        team.lead = new Person();
        CodeFirst<Team> beans = CodeFirst.of(Team.class);

        assertThatThrownBy(() -> JaxbOracle.text(beans.context(), team, Team.class))
                .isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> Messages.encode(beans.binding(), team))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ENCODING))
                .hasMessageContaining("lead");
    }

    @Test
    void anObjectInsideItselfIsAnErrorThoughItHasAnIdentifier() throws Exception {
        Team team = team();
        Person person = team.people.get(0);
        person.children = List.of(person);
        CodeFirst<Team> beans = CodeFirst.of(Team.class);

        assertThatThrownBy(() -> JaxbOracle.text(beans.context(), team, Team.class))
                .isInstanceOf(JAXBException.class);
        assertThatThrownBy(() -> Messages.encode(beans.binding(), team)).hasMessageContaining("cycle");
    }

    @Test
    void aRecordHoldsIdentifiersAsText() throws Exception {
        CodeFirst<Team> beans = CodeFirst.of(Team.class);
        RecordBinding records = RecordBinding.of(beans.element());

        Record record = (Record) Messages.decode(records, Messages.encode(beans.binding(), team()));

        assertThat(record.attribute("lead")).isEqualTo("a");
        assertThat(record.attribute("deputies")).isEqualTo(List.of("b", "a"));
        Team back = (Team) Messages.decode(beans.binding(), Messages.encode(records, record));
        assertThat(back.lead).isSameAs(back.people.get(0));
    }

    private static Team team() {
        Team team = new Team();
        Person a = Person.called(new Person(), "a");
        Manager b = Person.called(new Manager(), "b");
        Person inner = Person.called(new Person(), "c");
        a.children = List.of(inner);
        a.friend = b;
        b.reports = List.of(a, inner);
        team.people = List.of(a, b);
        team.lead = a;
        team.deputies = List.of(b, a);
        team.first = b;
        team.quiet = List.of(a, b);
        team.wrapped = List.of(inner, a);
        team.array = new Person[] {a, inner};
        team.set = new LinkedHashSet<>(List.of(inner));
        team.last = inner;
        return team;
    }

    private static Keys keys() {
        Keys keys = new Keys();
        keys.elements = List.of(new ByElement(), new ByElement());
        keys.texts = List.of(new ByText(), new ByText());
        for (int i = 0; i < 2; i++) {
            keys.elements.get(i).key = "element" + i;
            keys.texts.get(i).setName("text" + i);
        }
        keys.element = keys.elements.get(0);
        keys.text = keys.texts.get(1);
        keys.any = List.of(keys.text, keys.element);
        return keys;
    }
}
