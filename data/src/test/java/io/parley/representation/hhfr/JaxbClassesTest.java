package io.parley.representation.hhfr;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlEnum;
import jakarta.xml.bind.annotation.XmlEnumValue;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlTransient;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.bind.annotation.XmlValue;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests properties of whole classes (enums, text content, factory methods, unmarshal callbacks), compared with plain
 * JAXB.
 */
class JaxbClassesTest {
    @XmlRootElement(name = "enums")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Enums {
        enum Plain {
            ONE,
            TWO {
                @Override
                int times() {
                    return 2;
                }
            };

            int times() {
                return 1;
            }
        }

        @XmlEnum(Integer.class)
        enum Numbered {
            @XmlEnumValue("10")
            TEN,
            @XmlEnumValue("20")
            TWENTY
        }

        @XmlEnum
        enum Named {
            @XmlEnumValue("with space")
            A,
            @XmlEnumValue("")
            EMPTY
        }

        @XmlAttribute
        Plain plain;

        @XmlAttribute
        List<Plain> listed;

        List<Numbered> numbered;
        Named named;
        Numbered[] array;
    }

    @XmlRootElement(name = "fresh")
    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(factoryMethod = "make")
    static class Fresh {
        String name;

        @XmlTransient
        boolean made;

        @SuppressWarnings("UnusedMethod") // JAXB calls it
        static Fresh make() {
            Fresh fresh = new Fresh();
            fresh.made = true;
            return fresh;
        }
    }

    @XmlRootElement(name = "called")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Called {
        String name;
        CalledToo inner;

        void beforeMarshal(Marshaller marshaller) {
            name = "before " + name;
        }
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    static class CalledToo {
        String name;

        void afterMarshal(Marshaller marshaller) {
            name = "after " + name;
        }
    }

    @XmlRootElement(name = "holder")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Holder {
        CalledToo called;
        String own;
    }

    @XmlRootElement(name = "unread")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Unread {
        String name;

        /** A method whose signature is not that of the callback. */
        void afterUnmarshal(Unmarshaller unmarshaller) {
            name = "wrong";
        }
    }

    @XmlRootElement(name = "texts")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Texts {
        Text text;
        List<Text> texts;

        @XmlAttribute
        Text attribute;

        @XmlElement(nillable = true)
        Text nil;
    }

    static class Text {
        @XmlValue
        public String value;

        static Text of(String value) {
            Text text = new Text();
            text.value = value;
            return text;
        }
    }

    @Test
    void enumsInsideClasses() throws Exception {
        Enums bean = new Enums();
        bean.plain = Enums.Plain.TWO;
        bean.listed = List.of(Enums.Plain.ONE, Enums.Plain.TWO);
        bean.numbered = List.of(Enums.Numbered.TWENTY, Enums.Numbered.TEN);
        bean.named = Enums.Named.A;
        bean.array = new Enums.Numbered[] {Enums.Numbered.TEN};
        CodeFirst<Enums> beans = CodeFirst.of(Enums.class);
        beans.check(bean);
        bean.named = Enums.Named.EMPTY;
        beans.check(bean);
    }

    @Test
    void aFactoryMethodIsCalled() throws Exception {
        Fresh bean = new Fresh();
        bean.name = "n";
        CodeFirst.of(Fresh.class).isTyped().check(bean);
    }

    @Test
    void callbacksOfTheMarshallerAreCalledOrTheClassIsInfoset() throws Exception {
        CodeFirst.of(Called.class).isInfoset("beforeMarshal");
        Holder bean = new Holder();
        bean.called = new CalledToo();
        bean.called.name = "x";
        bean.own = "o";
        CodeFirst.of(Holder.class).hasInfoset("afterMarshal");
        Holder found = CodeFirst.of(Holder.class).through(bean);
        assertThat(found.called.name).isEqualTo("x");
        assertThat(bean.called.name).endsWith("after x");
    }

    @Test
    void aMethodThatOnlyLooksLikeACallbackIsNone() throws Exception {
        Unread bean = new Unread();
        bean.name = "right";
        CodeFirst.of(Unread.class).isTyped().check(bean);
    }

    @Test
    void aClassOfNothingButTextIsASimpleType() throws Exception {
        Texts bean = new Texts();
        bean.text = Text.of("t");
        bean.texts = List.of(Text.of("1"), Text.of(""));
        bean.attribute = Text.of("a");
        CodeFirst.of(Texts.class).isTyped().check(bean).check(new Texts());
        bean.nil = Text.of("x");
        CodeFirst.of(Texts.class).check(bean);
    }
}
