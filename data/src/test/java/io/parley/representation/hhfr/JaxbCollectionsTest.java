package io.parley.representation.hhfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.binding.NumberList;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementWrapper;
import jakarta.xml.bind.annotation.XmlElements;
import jakarta.xml.bind.annotation.XmlEnumValue;
import jakarta.xml.bind.annotation.XmlList;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlTransient;
import jakarta.xml.bind.annotation.XmlValue;
import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests collections, arrays and maps, compared with plain JAXB. */
class JaxbCollectionsTest {
    @XmlRootElement(name = "kinds")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Kinds {
        Collection<String> collection;
        Set<Integer> set;
        SortedSet<String> sorted;
        Queue<String> queue;
        Deque<String> deque;
        LinkedList<String> linked;
        Vector<Integer> vector;
        HashSet<Leaf> hash;
        LinkedHashSet<String> order;
        List<? extends Leaf> bounded;
        List<byte[]> blobs;

        @SuppressWarnings("rawtypes") // as in old code
        List raw;
    }

    @XmlRootElement(name = "filled")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Filled {
        List<String> list = new ArrayList<>(List.of("initial"));
        String[] array = {"initial"};
        Set<String> set = new TreeSet<>(List.of("initial"));

        @XmlAttribute
        List<String> attribute = new ArrayList<>(List.of("initial"));

        @XmlElementWrapper
        List<String> wrapped = new ArrayList<>(List.of("initial"));
    }

    @XmlRootElement(name = "arrays")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Arrays2 {
        boolean[] booleans;
        byte[] bytes;
        char[] chars;
        short[] shorts;
        int[] ints;
        long[] longs;
        float[] floats;
        double[] doubles;
        Byte[] boxedBytes;
        Character[] boxedChars;
        Integer[] integers;
        String[] strings;
        Leaf[] leaves;
        BigDecimal[] decimals;

        @XmlElement(nillable = true)
        Integer[] nils;

        @XmlElementWrapper(name = "around")
        @XmlElement(name = "each")
        int[] wrapped;
    }

    @XmlRootElement(name = "texts")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Texts {
        @XmlList
        List<Integer> numbers;

        @XmlList
        int[] ints;

        @XmlList
        Set<String> words;

        @XmlList
        String[] array;

        @XmlAttribute
        int[] attribute;

        @XmlAttribute
        Set<String> names;

        @XmlAttribute
        double[] doubles;

        TextOfList inner;
    }

    enum Mood {
        @XmlEnumValue("in good spirits")
        GOOD,
        @XmlEnumValue("bad")
        BAD
    }

    @XmlRootElement(name = "moods")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Moods {
        @XmlList
        List<Mood> list;

        @XmlList
        Mood[] array;

        @XmlAttribute
        Set<Mood> attribute;

        @XmlList
        List<File> files;
    }

    static class TextOfList {
        @XmlAttribute
        public String at;

        @XmlValue
        public List<Double> values;
    }

    @XmlRootElement(name = "nulls")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Nulls {
        List<String> plain;

        @XmlElement(nillable = true)
        List<Integer> nillable;

        @XmlElement(nillable = true)
        List<Leaf> nillableBeans;

        @XmlElementWrapper
        @XmlElement(nillable = true)
        List<String> wrapped;

        @XmlElementWrapper(nillable = true)
        List<String> nillableWrapper;

        @XmlElementWrapper(nillable = true)
        @XmlElement(name = "both", nillable = true)
        List<Leaf> both;

        @XmlElements({
            @XmlElement(name = "number", type = Integer.class, nillable = true),
            @XmlElement(name = "word", type = String.class)
        })
        List<Object> either;

        @XmlElements({
            @XmlElement(name = "one", type = Integer.class),
            @XmlElement(name = "two", type = Leaf.class, nillable = true)
        })
        Object single;

        @XmlAttribute
        List<String> attribute;

        @XmlElement(required = true, nillable = true)
        String required;
    }

    @XmlRootElement(name = "choices")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Choices {
        @XmlElements({
            @XmlElement(name = "leaf", type = Leaf.class),
            @XmlElement(name = "more", type = More.class),
            @XmlElement(name = "text", type = String.class),
            @XmlElement(name = "number", type = Long.class)
        })
        Object one;

        @XmlElementWrapper(name = "all")
        @XmlElements({@XmlElement(name = "leaf", type = Leaf.class), @XmlElement(name = "more", type = More.class)})
        List<Leaf> wrapped;

        @XmlElements({@XmlElement(name = "l", type = Leaf.class), @XmlElement(name = "b", type = byte[].class)})
        Object[] array;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    static class Leaf {
        String text;

        static <L extends Leaf> L of(L leaf, String text) {
            leaf.text = text;
            return leaf;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Leaf leaf && java.util.Objects.equals(text, leaf.text);
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    static class More extends Leaf {
        int more;
    }

    @XmlRootElement(name = "maps")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Maps {
        String before;
        Map<String, Integer> map;
        HashMap<Integer, Leaf> beans;
        TreeMap<String, String> sorted;
        LinkedHashMap<String, Object> objects;
        Map<String, Leaf> filled = new TreeMap<>();

        @XmlElement(nillable = true)
        Map<String, String> nillable;

        @XmlElementWrapper(name = "renamed")
        Map<String, String> wrapped;

        @XmlElementWrapper(nillable = true)
        TreeMap<String, Integer> nil;

        String after;
    }

    @Test
    @SuppressWarnings("JdkObsolete") // beans use them
    void collectionsOfAllKinds() throws Exception {
        Kinds bean = new Kinds();
        bean.collection = List.of("a", "b");
        bean.set = new LinkedHashSet<>(List.of(3, 1, 2));
        bean.sorted = new TreeSet<>(List.of("z", "y"));
        bean.queue = new ArrayDeque<>(List.of("q"));
        bean.deque = new ArrayDeque<>(List.of("d", "e"));
        bean.linked = new LinkedList<>(List.of("l"));
        bean.vector = new Vector<>(List.of(1));
        bean.hash = new HashSet<>(Set.of(Leaf.of(new Leaf(), "x")));
        bean.order = new LinkedHashSet<>(List.of("o"));
        bean.bounded = List.of(Leaf.of(new Leaf(), "b"));
        bean.blobs = List.of(new byte[] {1}, new byte[0]);
        CodeFirst.of(Kinds.class).check(new Kinds()).check(bean);
    }

    @Test
    void collectionsThatAreThereAreUsedAgain() throws Exception {
        Filled bean = new Filled();
        bean.list = List.of("new");
        bean.array = new String[0];
        bean.set = new TreeSet<>();
        bean.attribute = List.of();
        bean.wrapped = List.of();
        CodeFirst.of(Filled.class).isTyped().check(bean).check(new Filled());
        bean.list = null;
        bean.attribute = null;
        bean.wrapped = null;
        CodeFirst.of(Filled.class).check(bean);
    }

    @Test
    void arraysOfAllKinds() throws Exception {
        Arrays2 bean = new Arrays2();
        bean.booleans = new boolean[] {true, false};
        bean.bytes = new byte[] {1, 2};
        bean.chars = new char[] {'a', '\u20ac'};
        bean.shorts = new short[] {1, -1};
        bean.ints = new int[] {Integer.MIN_VALUE};
        bean.longs = new long[] {Long.MIN_VALUE, 1};
        bean.floats = new float[] {Float.NaN, -0.0f};
        bean.doubles = new double[] {Double.NEGATIVE_INFINITY};
        bean.boxedBytes = new Byte[] {3};
        bean.boxedChars = new Character[] {'x'};
        bean.integers = new Integer[] {1, 2};
        bean.strings = new String[] {"", "s"};
        bean.leaves = new Leaf[] {Leaf.of(new Leaf(), "l")};
        bean.decimals = new BigDecimal[] {new BigDecimal("1.50"), new BigDecimal(BigInteger.TEN, -2)};
        bean.nils = new Integer[] {1, null, 2};
        bean.wrapped = new int[] {7};
        CodeFirst.of(Arrays2.class).check(new Arrays2()).check(bean);
    }

    @XmlRootElement(name = "numbers")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Numbers {
        List<Byte> bytes = new ArrayList<>();
        List<Short> shorts = new ArrayList<>();
        List<Integer> ints = new ArrayList<>();
        List<Long> longs = new ArrayList<>();
        List<Float> floats = new ArrayList<>();
        List<Double> doubles = new ArrayList<>();

        @XmlElement(nillable = true)
        List<Integer> nils = new ArrayList<>();
    }

    @Test
    void longListsOfBoxedNumbers() throws Exception {
        Numbers bean = new Numbers();
        for (int i = 0; i < 2_500; i++) {
            bean.bytes.add((byte) i);
            bean.shorts.add((short) (31 * i));
            bean.ints.add(i * 1_000_003);
            bean.longs.add(i * 1_000_000_007L);
            bean.floats.add(i / 3f);
            bean.doubles.add(i / 7d);
            bean.nils.add(i == 2_000 ? null : i);
        }
        CodeFirst.of(Numbers.class).isTyped().check(bean);
    }

    @Test
    @SuppressWarnings("JdkObsolete") // beans use them
    void numbersOfAListThatIsNotReachedByIndexAreSentToo() throws Exception {
        Numbers bean = new Numbers();
        for (int i = 0; i < 2_500; i++) {
            bean.ints.add(i * 1_000_003);
            bean.doubles.add(i / 7d);
        }
        bean.ints = new LinkedList<>(bean.ints);
        bean.doubles = new LinkedList<>(bean.doubles);
        CodeFirst.of(Numbers.class).isTyped().check(bean);
    }

    @XmlRootElement(name = "initialized")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Initialized {
        List<Double> values = new ArrayList<>();
        Collection<Integer> more = new ArrayList<>();
        List<Long> special = new CopyOnWriteArrayList<>();
        List<Float> filled = new ArrayList<>(List.of(9f));
    }

    @XmlRootElement(name = "viewed")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Viewed {
        List<Double> values = new ArrayList<>();

        @XmlTransient
        List<Double> view = Collections.unmodifiableList(values);
    }

    @XmlRootElement(name = "told")
    static class Told {
        private List<Double> values = new ArrayList<>();
        private int sets;

        public List<Double> getValues() {
            return values;
        }

        public void setValues(List<Double> values) {
            this.values = values;
            sets++;
        }
    }

    @Test
    void numbersStayPrimitiveAlsoWhereTheClassBeginsWithAnEmptyList() throws Exception {
        Initialized bean = new Initialized();
        bean.values = List.of(1.5, -0.0);
        bean.more = List.of(7);
        bean.special = List.of(8L);
        bean.filled = List.of(0.5f);

        Initialized decoded =
                CodeFirst.of(Initialized.class).isTyped().check(bean).through(bean);

        assertThat(decoded.values).isInstanceOf(NumberList.class).containsExactly(1.5, -0.0);
        assertThat(decoded.more).isInstanceOf(NumberList.class);
        assertThat(decoded.special).isExactlyInstanceOf(CopyOnWriteArrayList.class);
        assertThat(decoded.filled).isExactlyInstanceOf(ArrayList.class);
    }

    @Test
    void aListThatTheClassMayHaveAViewOfOrASetterForIsFilledAsByJaxb() throws Exception {
        Viewed viewed = new Viewed();
        viewed.values.add(1.5);
        Told told = new Told();
        told.values.add(2.5);

        assertThat(CodeFirst.of(Viewed.class).isTyped().through(viewed).view).containsExactly(1.5);
        Told decoded = CodeFirst.of(Told.class).isTyped().through(told);
        assertThat(decoded.values).containsExactly(2.5);
        assertThat(decoded.sets).isZero();
    }

    @XmlRootElement(name = "words")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Words {
        List<String> plain = new ArrayList<>();
        List<String> viewed = new ArrayList<>(List.of("before"));
        List<String> copied = new CopyOnWriteArrayList<>();
        Set<String> set = new LinkedHashSet<>();
    }

    @XmlRootElement(name = "viewedWords")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class ViewedWords {
        List<String> words = new ArrayList<>();

        @XmlTransient
        List<String> view = Collections.unmodifiableList(words);
    }

    @Test
    void longListsOfTextsComeIntoWhateverCollectionIsThere() throws Exception {
        List<String> many = IntStream.range(0, 3000).mapToObj(i -> "word " + i).toList();
        Words bean = new Words();
        bean.plain = many;
        bean.viewed = many;
        bean.copied = new CopyOnWriteArrayList<>(many);
        bean.set = new LinkedHashSet<>(many);
        ViewedWords viewed = new ViewedWords();
        viewed.words.addAll(many);

        Words decoded = CodeFirst.of(Words.class).isTyped().check(bean).through(bean);

        assertThat(decoded.plain).isExactlyInstanceOf(ArrayList.class).isEqualTo(many);
        assertThat(decoded.viewed).isExactlyInstanceOf(ArrayList.class).isEqualTo(many);
        decoded.plain.add("the application's");
        assertThat(decoded.copied)
                .isExactlyInstanceOf(CopyOnWriteArrayList.class)
                .isEqualTo(many);
        assertThat(decoded.set).containsExactlyElementsOf(many);
        assertThat(CodeFirst.of(ViewedWords.class).isTyped().through(viewed).view)
                .isEqualTo(many);
    }

    @Test
    void emptyArraysBecomeWhatJaxbMakesOfThem() throws Exception {
        Arrays2 bean = new Arrays2();
        bean.booleans = new boolean[0];
        bean.bytes = new byte[0];
        bean.ints = new int[0];
        bean.strings = new String[0];
        bean.wrapped = new int[0];
        bean.nils = new Integer[0];
        CodeFirst.of(Arrays2.class).check(bean);
    }

    @Test
    void itemsInOneText() throws Exception {
        Texts bean = new Texts();
        bean.numbers = Arrays.asList(1, null, 3);
        bean.ints = new int[] {4, 5};
        bean.words = new LinkedHashSet<>(List.of("a", "b"));
        bean.array = new String[] {"x", "y z"};
        bean.attribute = new int[] {6};
        bean.names = new LinkedHashSet<>(List.of("n"));
        bean.doubles = new double[] {1.5, Double.POSITIVE_INFINITY};
        bean.inner = new TextOfList();
        bean.inner.values = List.of(1.0, -0.0);
        CodeFirst.of(Texts.class).check(new Texts()).check(bean);
    }

    @Test
    void wordsOfOneTextThatAreNoItemsAreNull() throws Exception {
        Moods bean = new Moods();
        bean.list = List.of(Mood.BAD, Mood.GOOD);
        bean.array = new Mood[] {Mood.GOOD, Mood.BAD};
        bean.attribute = new LinkedHashSet<>(List.of(Mood.GOOD));
        bean.files = List.of(new File("a file"), new File("b"));
        CodeFirst<Moods> beans = CodeFirst.of(Moods.class).isTyped().check(new Moods());

        assertThat(beans.check(bean).through(bean).list).containsExactly(Mood.BAD, null, null, null);
    }

    @XmlRootElement(name = "sorted")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class SortedMoods {
        @XmlList
        SortedSet<Mood> set;
    }

    /**
     * An unknown word becomes a null item, which a sorted set refuses; plain JAXB does so, too, with an exception of
     * Java.
     */
    @Test
    void anItemThatItsCollectionDoesNotTakeIsACodedError() throws Exception {
        SortedMoods bean = new SortedMoods();
        bean.set = new TreeSet<>(List.of(Mood.GOOD));
        CodeFirst<SortedMoods> beans = CodeFirst.of(SortedMoods.class).isTyped();

        assertThatThrownBy(() -> beans.through(bean))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SCHEMA_VIOLATION))
                .hasMessageContaining("set: expected an item that the collection accepts, found null");
    }

    @Test
    void noItemsInOneText() throws Exception {
        Texts bean = new Texts();
        bean.numbers = List.of();
        bean.ints = new int[0];
        bean.words = new HashSet<>();
        bean.array = new String[0];
        bean.attribute = new int[0];
        bean.names = new HashSet<>();
        bean.doubles = new double[0];
        bean.inner = new TextOfList();
        bean.inner.values = List.of();
        CodeFirst.of(Texts.class).check(bean);
    }

    @Test
    void nullItemsAreNilOrLeftOut() throws Exception {
        Nulls bean = new Nulls();
        bean.plain = Arrays.asList("a", null, "b");
        bean.nillable = Arrays.asList(null, 1);
        bean.nillableBeans = Arrays.asList(Leaf.of(new Leaf(), "x"), null);
        bean.wrapped = Arrays.asList("w", null);
        bean.nillableWrapper = Arrays.asList("w", null);
        bean.both = Arrays.asList(null, Leaf.of(new Leaf(), "y"));
        bean.either = Arrays.asList(1, null, "s");
        bean.attribute = Arrays.asList("a", null);
        CodeFirst.of(Nulls.class).isTyped().check(bean).check(new Nulls());
    }

    @Test
    void listsOfNothingButNull() throws Exception {
        Nulls bean = new Nulls();
        bean.plain = Arrays.asList((String) null);
        bean.nillable = Arrays.asList((Integer) null);
        bean.nillableBeans = Arrays.asList(null, null);
        bean.wrapped = Arrays.asList((String) null);
        bean.nillableWrapper = Arrays.asList((String) null);
        bean.both = Arrays.asList((Leaf) null);
        bean.either = Arrays.asList((Object) null);
        bean.attribute = Arrays.asList((String) null);
        CodeFirst.of(Nulls.class).check(bean);
    }

    @Test
    void elementsByTheClassOfTheirItems() throws Exception {
        Choices bean = new Choices();
        CodeFirst<Choices> beans = CodeFirst.of(Choices.class).isTyped();
        bean.wrapped = List.of(Leaf.of(new Leaf(), "a"), Leaf.of(new More(), "b"));
        bean.array = new Object[] {Leaf.of(new Leaf(), "c"), new byte[] {1}};
        for (Object one : List.of(Leaf.of(new Leaf(), "d"), Leaf.of(new More(), "e"), "f", 5L)) {
            bean.one = one;
            beans.check(bean);
        }
    }

    @Test
    void mapsAreEntriesOfKeyAndValue() throws Exception {
        Maps bean = new Maps();
        bean.before = "b";
        bean.map = new LinkedHashMap<>();
        bean.map.put("one", 1);
        bean.map.put("none", null);
        bean.map.put(null, 3);
        bean.beans = new HashMap<>(Map.of(1, Leaf.of(new Leaf(), "x"), 2, Leaf.of(new More(), "y")));
        bean.sorted = new TreeMap<>(Map.of("b", "2", "a", "1"));
        bean.objects = new LinkedHashMap<>(Map.of("o", 5));
        bean.filled.put("f", Leaf.of(new Leaf(), "z"));
        bean.wrapped = new HashMap<>();
        bean.after = "a";
        CodeFirst<Maps> beans = CodeFirst.of(Maps.class, More.class);
        beans.check(bean).check(new Maps());
        assertThat(beans.through(bean).beans.get(2)).isInstanceOf(More.class);
    }
}
