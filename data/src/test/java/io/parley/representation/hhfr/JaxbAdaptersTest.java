package io.parley.representation.hhfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementDecl;
import jakarta.xml.bind.annotation.XmlElementRef;
import jakarta.xml.bind.annotation.XmlElementWrapper;
import jakarta.xml.bind.annotation.XmlElements;
import jakarta.xml.bind.annotation.XmlList;
import jakarta.xml.bind.annotation.XmlRegistry;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlValue;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

/** Tests how adapters are called with null, and how their results are used, compared with plain JAXB. */
class JaxbAdaptersTest {
    /** A class that is unknown to JAXB. */
    static final class Word {
        final String text;

        Word(String text) {
            this.text = text;
        }
    }

    /** An adapter that rejects null. */
    static final class Strict extends XmlAdapter<String, Word> {
        @Override
        public Word unmarshal(String value) {
            return new Word(value.trim());
        }

        @Override
        public String marshal(Word word) {
            return word.text.equals("unsaid") ? null : word.text;
        }
    }

    /** An adapter that maps null to a word, in both directions. */
    static final class Telling extends XmlAdapter<String, Word> {
        @Override
        public Word unmarshal(String value) {
            return new Word(value == null ? "made of null" : value);
        }

        @Override
        public String marshal(Word word) {
            return word == null ? "NULLED" : word.text.equals("unsaid") ? null : word.text;
        }
    }

    /** An adapter to numbers that rejects null. */
    static final class Counted extends XmlAdapter<Integer, Word> {
        @Override
        public Word unmarshal(Integer value) {
            return new Word(Integer.toString(value));
        }

        @Override
        public Integer marshal(Word word) {
            return word.text.equals("unsaid") ? null : Integer.valueOf(word.text);
        }
    }

    /** The result of an adapter that is not text. */
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Boxed {
        @XmlAttribute
        String text;
    }

    /** An adapter that maps null to a bean. */
    static final class Boxing extends XmlAdapter<Boxed, Word> {
        @Override
        public Word unmarshal(Boxed value) {
            return new Word(value == null ? "made of null" : value.text);
        }

        @Override
        public Boxed marshal(Word word) {
            if (word != null && word.text.equals("unsaid")) {
                return null;
            }
            Boxed boxed = new Boxed();
            boxed.text = word == null ? "NULLED" : word.text;
            return boxed;
        }
    }

    /** An adapter to beans that rejects null. */
    static final class StrictBoxing extends XmlAdapter<Boxed, Word> {
        @Override
        public Word unmarshal(Boxed value) {
            return new Word(value.text);
        }

        @Override
        public Boxed marshal(Word word) {
            Boxed boxed = new Boxed();
            boxed.text = word.text;
            return boxed;
        }
    }

    /** An adapter that maps a null map to a bean. */
    static final class OfMap extends XmlAdapter<Boxed, Map<String, String>> {
        @Override
        public Map<String, String> unmarshal(Boxed value) {
            return new HashMap<>(Map.of("text", value.text));
        }

        @Override
        public Boxed marshal(Map<String, String> map) {
            Boxed boxed = new Boxed();
            boxed.text = map == null ? "NULLED" : map.get("text");
            return boxed;
        }
    }

    @XmlRootElement(name = "elements")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Elements {
        @XmlJavaTypeAdapter(Strict.class)
        Word strict;

        @XmlJavaTypeAdapter(Telling.class)
        Word telling;

        @XmlJavaTypeAdapter(Telling.class)
        @XmlElement(nillable = true)
        Word nillable;

        @XmlJavaTypeAdapter(Telling.class)
        @XmlElement(nillable = true)
        Word preset = new Word("preset");

        @XmlJavaTypeAdapter(Counted.class)
        Word number;

        @XmlJavaTypeAdapter(Counted.class)
        @XmlElement(nillable = true, defaultValue = "3")
        Word nillableNumber;

        @XmlJavaTypeAdapter(Telling.class)
        @XmlElement(type = String.class)
        Word said;
    }

    @XmlRootElement(name = "others")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Others {
        @XmlJavaTypeAdapter(Telling.class)
        @XmlAttribute
        Word attribute;

        @XmlJavaTypeAdapter(Boxing.class)
        Word bean;

        @XmlJavaTypeAdapter(Boxing.class)
        @XmlElement(nillable = true)
        Word nillableBean;

        @XmlJavaTypeAdapter(OfMap.class)
        Map<String, String> map;

        @XmlJavaTypeAdapter(Telling.class)
        @XmlElements({@XmlElement(name = "one"), @XmlElement(name = "other", type = Integer.class)})
        Word either;
    }

    @XmlRootElement(name = "lists")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Lists {
        @XmlJavaTypeAdapter(Telling.class)
        List<Word> elements;

        @XmlJavaTypeAdapter(Telling.class)
        @XmlElement(nillable = true)
        List<Word> nillable;

        @XmlJavaTypeAdapter(Telling.class)
        @XmlElementWrapper
        @XmlElement(name = "one")
        List<Word> wrapped;

        @XmlJavaTypeAdapter(Telling.class)
        @XmlList
        List<Word> words;

        @XmlJavaTypeAdapter(Telling.class)
        @XmlAttribute
        List<Word> attribute;

        @XmlJavaTypeAdapter(Boxing.class)
        List<Word> beans;

        @XmlJavaTypeAdapter(Telling.class)
        Word[] array;
    }

    @XmlRootElement(name = "strictAttribute")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class StrictAttribute {
        @XmlJavaTypeAdapter(Strict.class)
        @XmlAttribute
        Word attribute;
    }

    @XmlRootElement(name = "strictBean")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class StrictBean {
        @XmlJavaTypeAdapter(StrictBoxing.class)
        Word bean;
    }

    @XmlRootElement(name = "strictList")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class StrictList {
        @XmlJavaTypeAdapter(Strict.class)
        List<Word> items;
    }

    @XmlRootElement(name = "texts")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Texts {
        Adapted adapted;
        Plain plain;
        Words words;
        Bytes bytes;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    static class Adapted {
        @XmlValue
        @XmlJavaTypeAdapter(Strict.class)
        Word word;

        @XmlAttribute
        String unit = "u";
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    static class Plain {
        @XmlValue
        String text;

        @XmlAttribute
        String unit = "u";
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    static class Words {
        @XmlValue
        List<String> words;

        @XmlAttribute
        String unit = "u";
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    static class Bytes {
        @XmlValue
        byte[] bytes;

        @XmlAttribute
        String unit = "u";
    }

    @XmlRootElement(name = "declared")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Declared {
        @XmlElementRef(name = "word", namespace = "")
        JAXBElement<Word> word;

        @XmlElementRef(name = "strict", namespace = "")
        List<JAXBElement<Word>> stricts;

        static Declared of(Word word, Word... stricts) {
            Declared made = new Declared();
            made.word = new JAXBElement<>(new QName("word"), Word.class, word);
            made.stricts = new ArrayList<>();
            for (Word each : stricts) {
                made.stricts.add(new JAXBElement<>(new QName("strict"), Word.class, each));
            }
            return made;
        }
    }

    @XmlRegistry
    public static class ObjectFactory {
        @XmlElementDecl(name = "word", namespace = "")
        @XmlJavaTypeAdapter(Telling.class)
        public JAXBElement<Word> word(Word word) {
            return new JAXBElement<>(new QName("word"), Word.class, word);
        }

        @XmlElementDecl(name = "strict", namespace = "")
        @XmlJavaTypeAdapter(Strict.class)
        public JAXBElement<Word> strict(Word word) {
            return new JAXBElement<>(new QName("strict"), Word.class, word);
        }
    }

    @Test
    void anAdapterIsNotAskedAboutANullElementOfText() throws Exception {
        CodeFirst<Elements> elements = CodeFirst.of(Elements.class).isTyped();
        Elements none = new Elements();
        none.preset = null;
        elements.check(none).check(new Elements());
        assertThat(elements.through(none).telling).isNull();
        Elements all = new Elements();
        all.strict = new Word("a");
        all.telling = new Word("unsaid");
        all.nillable = new Word("unsaid");
        all.number = new Word("4");
        all.nillableNumber = new Word("5");
        all.said = new Word("unsaid");
        elements.check(all);
        all.strict = new Word("unsaid");
        elements.check(all);
    }

    @Test
    void aNumberThatAnAdapterDoesNotSayIsRefusedAsByJaxb() throws Exception {
        Elements unsaid = new Elements();
        unsaid.number = new Word("unsaid");
        bothRefuse(CodeFirst.of(Elements.class), unsaid);
    }

    @Test
    void anAdapterIsAskedAboutANullAttributeOrBean() throws Exception {
        CodeFirst<Others> others = CodeFirst.of(Others.class).isTyped();
        others.check(new Others());
        assertThat(others.through(new Others()).attribute.text).isEqualTo("NULLED");
        Others unsaid = new Others();
        unsaid.attribute = new Word("unsaid");
        unsaid.bean = new Word("unsaid");
        unsaid.nillableBean = new Word("unsaid");
        unsaid.either = new Word("unsaid");
        unsaid.map = Map.of("text", "t");
        others.check(unsaid);
    }

    @Test
    void anAdapterIsAskedAboutNullItems() throws Exception {
        CodeFirst<Lists> lists = CodeFirst.of(Lists.class);
        lists.check(new Lists());
        Lists some = new Lists();
        List<Word> words = Arrays.asList(new Word("a"), null, new Word("unsaid"), new Word("b"));
        some.elements = words;
        some.nillable = words;
        some.wrapped = words;
        some.words = words;
        some.attribute = words;
        some.beans = words;
        some.array = words.toArray(Word[]::new);
        lists.check(some);
    }

    @Test
    void whatAnAdapterThrowsAtIsRefusedAsByJaxb() throws Exception {
        bothRefuse(CodeFirst.of(StrictAttribute.class), new StrictAttribute());
        bothRefuse(CodeFirst.of(StrictBean.class), new StrictBean());
        StrictList list = new StrictList();
        list.items = new ArrayList<>(Arrays.asList(new Word("a"), null));
        bothRefuse(CodeFirst.of(StrictList.class), list);
    }

    @Test
    void textThatIsNullIsAnEmptyElement() throws Exception {
        CodeFirst<Texts> texts = CodeFirst.of(Texts.class).isTyped();
        Texts nulls = new Texts();
        nulls.adapted = new Adapted();
        nulls.plain = new Plain();
        nulls.words = new Words();
        nulls.bytes = new Bytes();
        texts.check(nulls);
        assertThat(texts.through(nulls).adapted.word.text).isEmpty();
    }

    @Test
    void theAdapterOfADeclaredElementIsNotAskedAboutNull() throws Exception {
        CodeFirst<Declared> declared = CodeFirst.of(Declared.class, ObjectFactory.class);
        declared.isTyped().check(Declared.of(null, null, new Word("a"), new Word("unsaid"), null));
        declared.check(Declared.of(new Word("unsaid")));
    }

    private static void bothRefuse(CodeFirst<?> bean, Object value) throws Exception {
        assertThatThrownBy(() -> JaxbOracle.text(bean.context(), value, bean.type()))
                .isInstanceOf(Exception.class);
        if (Messages.canWrite(bean.binding(), value)) {
            assertThatThrownBy(() -> Messages.encode(bean.binding(), value))
                    .isInstanceOfSatisfying(
                            ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ENCODING));
        }
    }
}
