package io.parley.representation.hhfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.binding.Binding;
import io.parley.binding.RecordBinding;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementWrapper;
import jakarta.xml.bind.annotation.XmlElements;
import jakarta.xml.bind.annotation.XmlMixed;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlSchemaType;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import jakarta.xml.bind.annotation.XmlTransient;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.xmlunit.builder.DiffBuilder;

/** Tests constructs of JAXB that the generated type-test classes do not use, compared with plain JAXB. */
class JaxbConstructsTest {
    @XmlRootElement(name = "bean")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Everything {
        int[] ints;
        double[] doubles;
        List<Double> boxed;
        byte[][] blobs;
        Set<String> set;
        TreeSet<String> sorted;
        ArrayList<String> concrete;

        @XmlElementWrapper(name = "names")
        @XmlElement(name = "name")
        List<String> wrapped;

        @XmlElementWrapper(name = "maybe", nillable = true)
        @XmlElement(name = "one")
        List<Leaf> wrappedBeans;

        @XmlElement(nillable = true)
        List<String> withNils;

        @XmlElement(nillable = true)
        Leaf nillableLeaf;

        @XmlElements({@XmlElement(name = "asText", type = String.class), @XmlElement(name = "asLeaf", type = Leaf.class)
        })
        Object either;

        @XmlElements({@XmlElement(name = "n", type = Integer.class), @XmlElement(name = "leaf", type = Leaf.class)})
        List<Object> many;

        @XmlElement(defaultValue = "usual")
        String withDefault;

        @XmlJavaTypeAdapter(UpperCase.class)
        String adapted;

        @XmlJavaTypeAdapter(PointAdapter.class)
        PointAdapter.Point point;

        @XmlJavaTypeAdapter(PointAdapter.class)
        List<PointAdapter.Point> points;

        Date date;
        UUID uuid;
        char letter;
        Animal animal;
        List<Animal> animals;
        Object anything;
        Mixed mixed;

        @XmlTransient
        String notThere;

        @XmlAttribute
        List<Integer> numbers;

        @XmlAttribute(required = true)
        boolean flag;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    static class Leaf {
        @XmlAttribute
        String id;

        String text;

        static Leaf of(String id, String text) {
            Leaf leaf = new Leaf();
            leaf.id = id;
            leaf.text = text;
            return leaf;
        }
    }

    @XmlSeeAlso({Dog.class, Cat.class})
    @XmlAccessorType(XmlAccessType.FIELD)
    abstract static class Animal {
        String name;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    static class Dog extends Animal {
        int barks;
    }

    @XmlAccessorType(XmlAccessType.PROPERTY)
    static class Cat extends Animal {
        private List<String> lives;

        /** A list without a setter. */
        @XmlElement(name = "life")
        public List<String> getLives() {
            if (lives == null) {
                lives = new ArrayList<>();
            }
            return lives;
        }
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    static class Mixed {
        @XmlMixed
        @XmlAnyElement(lax = true)
        List<Object> content;
    }

    @XmlRootElement(name = "unsaid")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Unsaid {
        @XmlJavaTypeAdapter(Silence.class)
        String element;

        @XmlElement(nillable = true)
        @XmlJavaTypeAdapter(Silence.class)
        String nillable;

        @XmlAttribute
        @XmlJavaTypeAdapter(Silence.class)
        String attribute;

        @XmlJavaTypeAdapter(Silence.class)
        List<String> items;
    }

    /** An adapter that writes a dash as null, and puts the texts that it reads in brackets. */
    static final class Silence extends XmlAdapter<String, String> {
        @Override
        public String unmarshal(String value) {
            return "[" + value + "]";
        }

        @Override
        public String marshal(String value) {
            return "-".equals(value) ? null : value;
        }
    }

    static final class UpperCase extends XmlAdapter<String, String> {
        @Override
        public String unmarshal(String value) {
            return value.toUpperCase(java.util.Locale.ROOT);
        }

        @Override
        public String marshal(String value) {
            return value;
        }
    }

    @XmlRootElement(name = "node")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Node {
        String name;
        List<Node> children;
    }

    @XmlRootElement(name = "told")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Told {
        String name;
        Child child;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    static class Child {
        String name;

        void afterUnmarshal(Unmarshaller unmarshaller, Object parent) {
            name = name + " of " + parent.getClass().getSimpleName();
        }
    }

    @XmlRootElement(name = "quick")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class CalendarBean {
        @XmlSchemaType(name = "date")
        javax.xml.datatype.XMLGregorianCalendar day;
    }

    @Test
    void everyMemberComesBackAsJaxbWouldHaveIt() throws Exception {
        CodeFirst.of(Everything.class).check(everything());
    }

    @Test
    void absentMembersComeBackAsJaxbWouldHaveThem() throws Exception {
        CodeFirst.of(Everything.class).check(new Everything());
    }

    @Test
    void emptyMembersComeBackAsJaxbWouldHaveThem() throws Exception {
        Everything bean = new Everything();
        bean.ints = new int[0];
        bean.boxed = new ArrayList<>();
        bean.set = new LinkedHashSet<>();
        bean.wrapped = new ArrayList<>();
        bean.wrappedBeans = new ArrayList<>();
        bean.withNils = new ArrayList<>();
        bean.nillableLeaf = new Leaf();
        bean.withDefault = "";
        bean.numbers = new ArrayList<>();
        bean.animals = new ArrayList<>();
        bean.many = new ArrayList<>();
        CodeFirst.of(Everything.class).check(bean);
    }

    @Test
    void nullsAmongItemsComeBackAsJaxbWouldHaveThem() throws Exception {
        Everything bean = new Everything();
        bean.boxed = java.util.Arrays.asList(1.0, null, 2.0);
        bean.set = new LinkedHashSet<>(java.util.Arrays.asList("a", null));
        bean.animals = java.util.Arrays.asList(null, null);
        bean.blobs = new byte[][] {{1}, null};
        bean.many = java.util.Arrays.asList(1, null, Leaf.of("3", "many"));
        bean.wrapped = java.util.Arrays.asList("a", null);
        bean.wrappedBeans = java.util.Arrays.asList(null, Leaf.of("1", "x"));
        CodeFirst.of(Everything.class).check(bean);
    }

    @Test
    void whatTravelsAsInfosetInsideIsReported() throws Exception {
        assertThat(CodeFirst.of(Everything.class).binding().report())
                .extracting(Binding.Untyped::path)
                .anyMatch(path -> path.endsWith("anything"))
                .anyMatch(path -> path.endsWith("mixed"));
    }

    @Test
    void aDateKeepsWhatItsSchemaTypeHas() throws Exception {
        CalendarBean bean = new CalendarBean();
        bean.day = javax.xml.datatype.DatatypeFactory.newInstance().newXMLGregorianCalendar("2026-11-21T10:00:00Z");
        CodeFirst.of(CalendarBean.class).check(bean);
    }

    @Test
    void aCycleOfObjectsIsAnErrorThatSaysSo() throws Exception {
        Node first = new Node();
        Node second = new Node();
        first.children = List.of(second);
        second.children = List.of(first);
        Binding binding = CodeFirst.of(Node.class).binding();

        assertThatThrownBy(() -> Messages.encode(binding, first))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ENCODING))
                .hasMessageContaining("cycle");
    }

    @Test
    void aCallbackIsToldOfItsParent() throws Exception {
        Told bean = new Told();
        bean.name = "parent";
        bean.child = new Child();
        bean.child.name = "child";
        CodeFirst<Told> beans = CodeFirst.of(Told.class).isReadWhole("afterUnmarshal");
        assertThat(beans.check(bean).through(bean).child.name).isEqualTo("child of Told");
    }

    @Test
    void aRecordOnOneSideAndAClassOnTheOtherUnderstandEachOther() throws Exception {
        CodeFirst<Everything> beans = CodeFirst.of(Everything.class);
        Binding jaxb = beans.binding();
        Binding records = RecordBinding.of(beans.element());

        Object record = Messages.decode(records, Messages.encode(jaxb, everything()));
        Object bean = Messages.decode(jaxb, Messages.encode(records, record));

        assertThat(bean)
                .usingRecursiveComparison(JaxbOracle.comparison())
                .isEqualTo(JaxbOracle.throughXml(beans.context(), everything(), Everything.class));
    }

    private static Everything everything() {
        Everything bean = new Everything();
        bean.ints = new int[] {1, -2, Integer.MAX_VALUE};
        bean.doubles = new double[] {1.5, Double.NaN, -0.0};
        bean.boxed = List.of(1.0, 2.0, 3.0);
        bean.blobs = new byte[][] {{1, 2}, {}, {3}};
        bean.set = new LinkedHashSet<>(List.of("a", "b"));
        bean.sorted = new TreeSet<>(List.of("z", "y"));
        bean.concrete = new ArrayList<>(List.of("c"));
        bean.wrapped = List.of("one", "two");
        bean.wrappedBeans = List.of(Leaf.of("1", "x"), Leaf.of(null, null));
        bean.withNils = new ArrayList<>(java.util.Arrays.asList("a", null, "c"));
        bean.either = Leaf.of("2", "either");
        bean.many = List.of(1, Leaf.of("3", "many"), 2);
        bean.withDefault = "other";
        bean.adapted = "lower";
        bean.point = new PointAdapter.Point(1, 2);
        bean.points = List.of(new PointAdapter.Point(3, 4), new PointAdapter.Point(5, 6));
        bean.date = Date.from(java.time.Instant.ofEpochMilli(1_795_000_000_000L));
        bean.uuid = new UUID(1, 2);
        bean.letter = 'x';
        Dog dog = new Dog();
        dog.name = "Rex";
        dog.barks = 3;
        Cat cat = new Cat();
        cat.name = "Tom";
        cat.getLives().addAll(List.of("1", "2"));
        bean.animal = dog;
        bean.animals = List.of(cat, dog);
        bean.anything = 5;
        bean.mixed = new Mixed();
        bean.mixed.content = List.of("text ", "more");
        bean.notThere = "lost";
        bean.numbers = List.of(1, 2, 3);
        bean.flag = true;
        return bean;
    }

    @Test
    void anAdapterThatMakesNothingOfAValueGivesAnEmptyElement() throws Exception {
        CodeFirst<Unsaid> beans = CodeFirst.of(Unsaid.class).isTyped();
        Unsaid bean = new Unsaid();
        bean.element = "-";
        bean.nillable = "-";
        bean.attribute = "-";
        bean.items = List.of("-", "said", "-");

        beans.check(bean).check(new Unsaid());

        assertThat(beans.through(bean).element).isEqualTo("[]");
    }

    @XmlRootElement(name = "holder", namespace = "urn:test")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class TreeHolder {
        @XmlElement(namespace = "urn:test")
        Object anything;
    }

    @Test
    void aTreeMayDeclareAnyPrefix() throws Exception {
        CodeFirst<TreeHolder> code = CodeFirst.of(TreeHolder.class);
        for (int number = 0; number < 5; number++) {
            String text = "<t:holder xmlns:t='urn:test' xmlns:ns#='urn:o'><t:anything><ns#:in/></t:anything></t:holder>"
                    .replace('#', (char) ('0' + number));
            TreeHolder holder = (TreeHolder) code.context().createUnmarshaller().unmarshal(new StringReader(text));
            Object back = code.through(holder).anything;
            assertThat(DiffBuilder.compare(holder.anything)
                            .withTest(back)
                            .checkForSimilar()
                            .build()
                            .getDifferences())
                    .isEmpty();
        }
    }
}
