package io.parley.representation.hhfr;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementDecl;
import jakarta.xml.bind.annotation.XmlElementRef;
import jakarta.xml.bind.annotation.XmlIDREF;
import jakarta.xml.bind.annotation.XmlList;
import jakarta.xml.bind.annotation.XmlRegistry;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlValue;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests nil elements with attributes, and null lists, compared with plain JAXB. */
class NilElementsTest {
    @XmlRootElement(name = "page")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Page {
        @XmlElementRef(name = "note")
        JAXBElement<Note> note;

        @XmlElementRef(name = "frame")
        JAXBElement<Frame> frame;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    static class Note {
        @XmlValue
        String text;

        @XmlAttribute
        String lang;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    static class Frame {
        String title;

        @XmlAttribute
        String color;
    }

    @XmlRootElement(name = "words")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Words {
        @XmlList
        @XmlElement(nillable = true)
        List<String> words;
    }

    @XmlRootElement(name = "club")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Club {
        @XmlList
        @XmlIDREF
        @XmlElement(nillable = true)
        List<JaxbReferencesTest.Person> members;

        Object anything;
    }

    @XmlRegistry
    static class Elements {
        @XmlElementDecl(name = "note")
        public JAXBElement<Note> createNote(Note value) {
            return new JAXBElement<>(new QName("note"), Note.class, value);
        }

        @XmlElementDecl(name = "frame")
        public JAXBElement<Frame> createFrame(Frame value) {
            return new JAXBElement<>(new QName("frame"), Frame.class, value);
        }
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "said all the same"})
    void aNilElementHasTheTextThatItHasOverSoap(@Nullable String text) throws Exception {
        CodeFirst<Page> beans = CodeFirst.of(Page.class, Elements.class);
        Page page = new Page();
        Note note = new Note();
        note.lang = "en";
        note.text = text;
        page.note = new Elements().createNote(note);
        page.note.setNil(true);

        assertThat(beans.check(page).through(page).note.getValue().text).isEqualTo(text == null ? "" : text);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = "shown all the same")
    void aNilElementHasTheElementsThatItHasOverSoap(@Nullable String title) throws Exception {
        CodeFirst<Page> beans = CodeFirst.of(Page.class, Elements.class);
        Page page = new Page();
        Frame frame = new Frame();
        frame.color = "red";
        frame.title = title;
        page.frame = new Elements().createFrame(frame);
        page.frame.setNil(true);

        assertThat(beans.check(page).through(page).frame.getValue().title).isEqualTo(title);
    }

    @Test
    void aNullListThatIsOneTextStaysNullThoughItsElementMayBeNil() throws Exception {
        CodeFirst<Words> words = CodeFirst.of(Words.class);
        assertThat(words.check(new Words()).through(new Words()).words).isNull();
    }

    @Test
    void aNullListOfReferencesStaysNullWhereJaxbReadsTheWhole() throws Exception {
        CodeFirst<Club> club = CodeFirst.of(Club.class).isReadWhole("any type may stand in its place");
        Club empty = new Club();
        empty.anything = JaxbReferencesTest.Person.called(new JaxbReferencesTest.Manager(), "m");

        assertThat(club.check(empty).through(empty).members).isNull();
    }
}
