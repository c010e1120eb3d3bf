package io.parley.representation.hhfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.binding.Accessors;
import io.parley.binding.Binding;
import io.parley.binding.BoundType;
import io.parley.binding.JaxbBindings;
import io.parley.representation.hhfr.walked.Base;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlSchemaType;
import jakarta.xml.bind.annotation.XmlType;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import javax.xml.stream.XMLStreamException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that generated walks write, read and refuse the same as the interpreter. */
class WalksTest {
    /** A bean with fields that walks access, and others between them. */
    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    @SuppressWarnings("UnusedVariable") // JAXB reads them
    static class Mixed {
        private boolean a;
        private byte b;
        private short c;
        private int d;
        private long e;
        private float f;
        private double g;
        private String h;
        private Integer i;
        private BigDecimal j;
        private BigInteger k;
        private Color l;
        private Mixed m;
        private List<Mixed> n;
        private int[] o;
        private byte[] p;

        @XmlElement(nillable = true)
        private String q;

        @XmlElement(defaultValue = "default")
        private String r;

        @XmlSchemaType(name = "unsignedByte")
        private short s;

        private Object t;
        private char u;
        private final String v;
        String w;
        private Boolean x;

        @SuppressWarnings("UnusedMethod") // JAXB calls it
        private Mixed() {
            this(null);
        }

        private Mixed(String v) {
            this.v = v;
        }
    }

    enum Color {
        RED,
        GREEN
    }

    /** A bean with fields of superclasses, in the same package and in another one. */
    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    @SuppressWarnings("UnusedVariable") // JAXB reads them
    static class Heir extends Near {
        private String own;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(name = "near")
    @SuppressWarnings("UnusedVariable") // JAXB reads them
    static class Near extends Base {
        private String hidden;
        protected String open;
        int number;
    }

    /** A bean with as many states as just fit in a word; its subclass has one more. */
    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Word {
        int a0;
        int a1;
        int a2;
        int a3;
        int a4;
        int a5;
        int a6;
        int a7;
        int a8;
        int a9;
        int b0;
        int b1;
        int b2;
        int b3;
        int b4;
        int b5;
        int b6;
        int b7;
        int b8;
        int b9;
        int c0;
        int c1;
        int c2;
        int c3;
        int c4;
        int c5;
        int c6;
        int c7;
        int c8;
        int c9;
        String d0;
        String d1;
    }

    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Longer extends Word {
        String z;
    }

    /** A sample object with all members set, or none. */
    record Sample(String name, Class<?> type, boolean walked, Supplier<Object> maker) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Sample> samples() {
        return List.of(
                new Sample("full", Mixed.class, true, () -> full(1)),
                new Sample("empty", Mixed.class, true, () -> new Mixed(null)),
                new Sample("heir", Heir.class, true, WalksTest::heir),
                new Sample("word", Word.class, true, Word::new),
                new Sample("longer", Longer.class, false, Longer::new));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void walksWriteAndReadWhatTheInterpreterDoes(Sample sample) throws Exception {
        Pair pair = Pair.of(sample.type());
        assertThat(type(pair.generated()).walk() != null).isEqualTo(sample.walked());
        assertThat(type(pair.interpreted()).walk()).isNull();
        Object value = sample.maker().get();
        byte[] bytes = Messages.encode(pair.generated(), value);
        assertThat(bytes).isEqualTo(Messages.encode(pair.interpreted(), value));
        CodeFirst.of(sample.type()).check(value);
        assertThat(pair.outcome(pair.generated(), bytes)).isEqualTo(pair.outcome(pair.interpreted(), bytes));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void whatIsCutOffOrChangedEndsAlike(Sample sample) throws Exception {
        long seed = System.nanoTime();
        System.out.println("changed bytes of " + sample + " by seed " + seed);
        Random random = new Random(seed);
        Pair pair = Pair.of(sample.type());
        byte[] bytes = Messages.encode(pair.generated(), sample.maker().get());
        for (int at = 0; at < bytes.length; at++) {
            pair.assertAlike(Arrays.copyOf(bytes, at));
            for (int change : new int[] {1, 2, 4, 0x80, 1 + random.nextInt(255)}) {
                byte[] changed = bytes.clone();
                changed[at] ^= (byte) change;
                pair.assertAlike(changed);
            }
        }
    }

    @Test
    void whatHasNoUtf8IsRefusedByBoth() throws Exception {
        Pair pair = Pair.of(Mixed.class);
        Mixed value = new Mixed(null);
        value.h = "\uD800";
        for (Binding each : List.of(pair.generated(), pair.interpreted())) {
            assertThatThrownBy(() -> Messages.encode(each, value))
                    .isInstanceOfSatisfying(
                            ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ENCODING));
        }
    }

    private static BoundType type(Binding binding) {
        return binding.root().alternatives().get(0).complex();
    }

    private static Mixed full(int depth) {
        Mixed made = new Mixed("v");
        made.a = true;
        made.b = -1;
        made.c = -2;
        made.d = -3;
        made.e = Long.MIN_VALUE;
        made.f = -0.0f;
        made.g = Double.NaN;
        made.h = "h\u00e4\u20ac";
        made.i = 5;
        made.j = new BigDecimal("1.50");
        made.k = BigInteger.TEN;
        made.l = Color.GREEN;
        made.m = depth == 0 ? null : full(depth - 1);
        made.n = new ArrayList<>(List.of(new Mixed(null), new Mixed("n")));
        made.o = new int[] {1, 2};
        made.p = new byte[] {3};
        made.q = depth == 0 ? null : "q";
        made.r = "r";
        made.s = 255;
        made.t = "t";
        made.u = 'u';
        made.w = "";
        made.x = depth % 2 == 0;
        return made;
    }

    private static Heir heir() {
        Heir made = new Heir();
        made.own = "own";
        made.open = "open";
        made.number = 4;
        made.fill("far", 5);
        ((Near) made).hidden = "hidden";
        return made;
    }

    /** A class with both ways to access its objects. */
    private record Pair(CodeFirst<?> beans, Binding generated, Binding interpreted) {
        static Pair of(Class<?> type) throws Exception {
            CodeFirst<?> beans = CodeFirst.of(type);
            return new Pair(beans, binding(beans, Accessors.GENERATED), binding(beans, Accessors.INTERPRETED));
        }

        private static Binding binding(CodeFirst<?> beans, Accessors how) {
            return JaxbBindings.of(beans.context(), List.of(beans.type()), "", how)
                    .bind(beans.element(), beans.type())
                    .found()
                    .orElseThrow();
        }

        void assertAlike(byte[] bytes) {
            assertThat(outcome(generated, bytes)).isEqualTo(outcome(interpreted, bytes));
        }

        /** Returns the decoded object as JAXB writes it, or the reason of the refusal. */
        String outcome(Binding binding, byte[] bytes) {
            try {
                Object read = Messages.decode(binding, bytes);
                StringWriter text = new StringWriter();
                beans.context().createMarshaller().marshal(read, text);
                return text.toString();
            } catch (JAXBException | XMLStreamException | RuntimeException e) {
                return e.toString();
            }
        }
    }
}
