package io.parley.codecs.exi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.management.ThreadMXBean;
import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.testkit.Encoded;
import io.parley.testkit.Infoset;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Tests named attacks on the bits of EXI: each ends in a coded error, with little memory and time whatever it claims.
 */
class HostileExiTest {
    private static final long LITTLE = 4 << 20;
    private static final long MOST_NANOS = 1_000_000_000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Event codes in a start tag without learnt events: EXI 1.0, 8.4.3. */
    private static final int END = 0;

    private static final int ATTRIBUTE = 1;
    private static final int NAMESPACE = 2;
    private static final int ELEMENT = 3;
    private static final int TEXT = 4;
    private static final int OTHER = 5;

    private static final Map<String, Long> LENGTHS = lengths();

    private static final class Attack {
        private final String name;
        private final byte[] bytes;

        Attack(String name, byte[] bytes) {
            this.name = name;
            this.bytes = bytes;
        }
    }

    /** A place of a string, and the difference between the length that is written there and its characters. */
    private record Place(String name, Supplier<Bits> before, int added) {}

    @Test
    void whatTheAttacksAreMadeOfIsRead() throws Exception {
        byte[] text = event(TEXT).number(1 + 2).characters("x").add(0, 1).toBytes();
        byte[] ends = event(END).add(0, 1).toBytes();

        assertThat(events(ends)).hasSize(3);
        assertThat(events(text)).hasSize(4);
    }

    @Test
    void thereAreAHundredAndMore() {
        assertThat(attacks()).hasSizeGreaterThanOrEqualTo(100);
        assertThat(attacks().stream().map(attack -> attack.name)).doesNotHaveDuplicates();
    }

    @TestFactory
    Stream<DynamicTest> anAttackEndsInACodeWithLittleMemoryAndTime() {
        return attacks().stream()
                .map(attack -> DynamicTest.dynamicTest(attack.name, () -> assertRefused(attack.bytes)));
    }

    private static List<Attack> attacks() {
        List<Attack> all = new ArrayList<>();
        for (Place place : places()) {
            LENGTHS.forEach((name, length) -> all.add(new Attack(
                    place.name + " of " + name,
                    place.before
                            .get()
                            .number(length + place.added)
                            .characters("x")
                            .toBytes())));
            all.add(new Attack(
                    place.name + " of a length that never ends",
                    place.before.get().endless().toBytes()));
        }
        characters(all);
        names(all);
        indexes(all);
        structures(all);
        documents(all);
        return all;
    }

    private static List<Place> places() {
        return List.of(
                new Place("a text", () -> event(TEXT), 2),
                new Place("an attribute", () -> attribute(), 2),
                new Place("a comment", () -> event(OTHER).add(0, 1), 0),
                new Place(
                        "a comment before the root",
                        () -> Bits.document().add(1, 1).add(0, 1),
                        0),
                new Place("a target", () -> event(OTHER).add(1, 1), 0),
                new Place(
                        "an instruction", () -> event(OTHER).add(1, 1).number(1).characters("p"), 0),
                new Place(
                        "a name of an element", () -> Bits.document().add(0, 1).add(1, 2), 1),
                new Place(
                        "a namespace of an element",
                        () -> Bits.document().add(0, 1).add(0, 2),
                        0),
                new Place("a name of an attribute", () -> event(ATTRIBUTE).add(1, 2), 1),
                new Place("a namespace of an attribute", () -> event(ATTRIBUTE).add(0, 2), 0),
                new Place("a declared namespace", () -> event(NAMESPACE).add(0, 2), 0),
                new Place("a declared prefix", () -> namespace("u"), 0));
    }

    private static Map<String, Long> lengths() {
        Map<String, Long> all = new LinkedHashMap<>();
        all.put("more than there is", 200L);
        all.put("2^16", 1L << 16);
        all.put("2^30", 1L << 30);
        all.put("2^31 - 3", (1L << 31) - 3);
        all.put("2^31", 1L << 31);
        all.put("2^32 - 3", (1L << 32) - 3);
        all.put("2^40", 1L << 40);
        return all;
    }

    private static void characters(List<Attack> all) {
        for (int character : new int[] {0, 8, 0x1F, 0xD800, 0xDFFF, 0xFFFE, 0x110000, Integer.MAX_VALUE}) {
            for (Place place : places().subList(0, 4)) {
                all.add(new Attack(
                        place.name + " with character " + Integer.toHexString(character),
                        place.before
                                .get()
                                .number(1 + place.added)
                                .number(character)
                                .toBytes()));
            }
        }
    }

    private static void names(List<Attack> all) {
        for (String name : List.of("1", "a b", "a:b", ":", "-", "", "a\uD835\uDD38")) {
            all.add(new Attack(
                    "an element called " + name,
                    string(Bits.document().add(0, 1).add(1, 2), 1, name)));
            all.add(new Attack(
                    "an attribute called " + name, string(event(ATTRIBUTE).add(1, 2), 1, name)));
        }
        for (String prefix : List.of("1", "a b", "xmlns", "xml")) {
            Bits bits =
                    namespace("u").number(prefix.length()).characters(prefix).add(0, 1);
            all.add(new Attack("a prefix " + prefix, bits.add(END, 3).add(0, 1).toBytes()));
        }
        for (String target : List.of("xml", "XML", "1", "a b", "")) {
            Bits bits = event(OTHER).add(1, 1).number(target.length()).characters(target);
            all.add(new Attack("an instruction for " + target, string(bits, 0, "d")));
        }
        all.add(new Attack("a comment that ends early", string(event(OTHER).add(0, 1), 0, "--")));
        all.add(new Attack(
                "a comment with a hyphen at its end", string(event(OTHER).add(0, 1), 0, "a-")));
        all.add(new Attack(
                "an instruction that ends early",
                string(event(OTHER).add(1, 1).number(1).characters("p"), 0, "?>")));
        all.add(new Attack(
                "an attribute called xmlns in its namespace",
                string(attributeOf("http://www.w3.org/2000/xmlns/"), 1, "a")));
        all.add(new Attack("an attribute in a namespace without a prefix", string(attributeOf("u"), 1, "a")));
        all.add(new Attack("an element in a namespace without a prefix", string(elementOf("u"), 1, "a")));
    }

    private static void indexes(List<Attack> all) {
        all.add(new Attack("a text of no table", event(TEXT).number(0).toBytes()));
        all.add(new Attack("a text of no table of all", event(TEXT).number(1).toBytes()));
        all.add(new Attack("an attribute of no table", attribute().number(0).toBytes()));
        all.add(new Attack(
                "an attribute of no table of all", attribute().number(1).toBytes()));
        all.add(new Attack(
                "a name of no table",
                Bits.document().add(0, 1).add(1, 2).number(0).toBytes()));
        all.add(new Attack(
                "a name above its table",
                Bits.document().add(0, 1).add(2, 2).number(0).add(0xFF, 3).toBytes()));
        all.add(new Attack(
                "a name of xsi above its table",
                Bits.document().add(0, 1).add(3, 2).number(0).add(3, 2).toBytes()));
    }

    private static void structures(List<Attack> all) {
        all.add(new Attack("elements without end", elements(200)));
        all.add(new Attack("an attribute twice", twice()));
        all.add(new Attack(
                "a declaration twice",
                namespace("u")
                        .number(1)
                        .characters("p")
                        .add(0, 1)
                        .add(NAMESPACE, 3)
                        .add(0, 3)
                        .number(1)
                        .characters("v")
                        .number(1)
                        .characters("p")
                        .add(0, 1)
                        .add(END, 3)
                        .add(0, 1)
                        .toBytes()));
        for (int event : new int[] {6, 7}) {
            all.add(new Attack(
                    "event " + event + " of a start tag", event(event).toBytes()));
        }
    }

    private static void documents(List<Attack> all) {
        byte[] whole = event(END).add(0, 1).toBytes();
        for (int cut = 0; cut < whole.length; cut++) {
            all.add(new Attack("cut off after " + cut + " bytes", Arrays.copyOf(whole, cut)));
        }
        for (int header : new int[] {0x00, 0x40, 0xC0, 0xA0, 0x90, 0x81, 0x8F, 0xFF}) {
            byte[] changed = whole.clone();
            changed[4] = (byte) header;
            all.add(new Attack("a header of " + Integer.toHexString(header), changed));
        }
        all.add(new Attack("bytes behind the end", Arrays.copyOf(whole, whole.length + 1)));
        all.add(new Attack("text", "<a/>".getBytes(StandardCharsets.US_ASCII)));
        byte[] ones = new byte[64];
        Arrays.fill(ones, (byte) 0xFF);
        System.arraycopy(whole, 0, ones, 0, 5);
        all.add(new Attack("nothing but ones", ones));
    }

    private static Bits event(int code) {
        return Bits.root().add(code, 3);
    }

    private static Bits attribute() {
        return event(ATTRIBUTE).add(1, 2).number(2).characters("b");
    }

    private static Bits attributeOf(String namespace) {
        return event(ATTRIBUTE).add(0, 2).number(namespace.length()).characters(namespace);
    }

    private static Bits elementOf(String namespace) {
        return Bits.document().add(0, 1).add(0, 2).number(namespace.length()).characters(namespace);
    }

    private static Bits namespace(String uri) {
        return event(NAMESPACE).add(0, 2).number(uri.length()).characters(uri);
    }

    /** Returns a message that ends with a string; the zeros after it close all open elements. */
    private static byte[] string(Bits bits, int added, String text) {
        return bits.number(text.codePointCount(0, text.length()) + added)
                .characters(text)
                .number(0)
                .number(0)
                .toBytes();
    }

    private static byte[] elements(int depth) {
        Bits bits = Bits.root();
        for (int i = 0; i < depth; i++) {
            bits.add(ELEMENT, 3).add(1, 2).number(2 + i % 2).characters(i % 2 == 0 ? "b" : "cc");
        }
        return bits.toBytes();
    }

    /** Returns an attribute twice; the second time it has the event code that this start tag has learnt. */
    private static byte[] twice() {
        return attribute()
                .number(1 + 2)
                .characters("x")
                .add(0, 1)
                .number(1 + 2)
                .characters("y")
                .add(1, 1)
                .add(END, 3)
                .add(0, 1)
                .toBytes();
    }

    private static void assertRefused(byte[] bytes) {
        assertThat(catchThrowable(() -> events(bytes)))
                .as("once before, so that classes are loaded")
                .isNotNull();
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        long nanos = THREADS.getCurrentThreadCpuTime();
        Throwable thrown = catchThrowable(() -> events(bytes));
        assertThat(THREADS.getCurrentThreadCpuTime() - nanos).as("CPU time, ns").isLessThan(MOST_NANOS);
        assertThat(THREADS.getCurrentThreadAllocatedBytes() - allocated)
                .as("bytes allocated")
                .isLessThan(LITTLE);
        assertThat(thrown)
                .isInstanceOfSatisfying(
                        ParleyException.class,
                        e -> assertThat(e.code())
                                .isIn(ErrorCode.MALFORMED_MESSAGE, ErrorCode.LIMIT, ErrorCode.XML_REFUSED));
    }

    private static List<String> events(byte[] bytes) throws Exception {
        return Encoded.of(new Exi(), bytes).read(Limits.defaults(), Infoset::events);
    }
}
