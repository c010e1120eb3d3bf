package io.parley.representation.bnux;

import static io.parley.ErrorCode.LIMIT;
import static io.parley.ErrorCode.MALFORMED_MESSAGE;
import static io.parley.ErrorCode.XML_REFUSED;
import static io.parley.representation.bnux.Forged.page;
import static io.parley.representation.bnux.Forged.usual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.xml.stream.XMLStreamReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests pages that no writer produces; each line of the catalogue is one attack. */
class HostilePagesTest {
    private static final Limits LIMITS = Limits.defaults()
            .with(Limit.MESSAGE_BYTES, 1 << 20)
            .with(Limit.STRING_BYTES, 1 << 16)
            .with(Limit.ITEMS, 10_000)
            .with(Limit.NAMES, 1_000);
    private static final long MOST_BYTES = 8 << 20;
    private static final long MOST_NANOS = 1_000_000_000;

    private static final int END = 3;
    /** The start tag {@code a}, which stays open. */
    private static final int A = 0x1A;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** An attack and the expected error code. */
    static final class Attack {
        private final String name;
        private final byte[] bytes;
        private final ErrorCode code;

        Attack(String name, byte[] bytes, ErrorCode code) {
            this.name = name;
            this.bytes = bytes;
            this.code = code;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    @ParameterizedTest
    @MethodSource("attacks")
    void anAttackEndsInItsCodeWithLittleMemoryAndTime(Attack attack) {
        refused(attack); // loads classes and messages that are loaded once
        long id = Thread.currentThread().getId();
        long nanos = threads.getCurrentThreadCpuTime();
        long allocated = threads.getThreadAllocatedBytes(id);
        refused(attack);
        assertThat(threads.getThreadAllocatedBytes(id) - allocated)
                .as("bytes allocated")
                .isLessThan(MOST_BYTES);
        assertThat(threads.getCurrentThreadCpuTime() - nanos).as("CPU time, ns").isLessThan(MOST_NANOS);
    }

    @Test
    void theNotationOfThisTestWritesWhatAReaderReads() throws Exception {
        byte[] bytes = Forged.of(page().symbols("", "a", "b", "1", "x").tokens(A, 0x29, 0x38, 1, 0x48, END))
                .bytes();

        assertThat(bytes).isEqualTo(Bytes.of(new Bnux(), writer -> {
            writer.writeStartElement("a");
            writer.writeAttribute("b", "1");
            writer.writeCharacters("x");
            writer.writeEndDocument();
        }));
        assertThat(events(bytes)).isEqualTo(4);
    }

    @Test
    void thereAreAHundredAttacks() {
        assertThat(attacks()).hasSizeGreaterThanOrEqualTo(100);
        assertThat(attacks().stream().map(Attack::toString)).doesNotHaveDuplicates();
    }

    private static void refused(Attack attack) {
        assertThatThrownBy(() -> events(attack.bytes))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(attack.code))
                .hasMessageContaining("expected");
    }

    private static int events(byte[] bytes) throws Exception {
        return Bytes.read(new Bnux(), bytes, LIMITS, reader -> {
            int count = 0;
            while (reader.hasNext()) {
                if (reader.next() == XMLStreamReader.CHARACTERS) {
                    count += reader.getText().length() > 0 ? 1 : 0;
                } else {
                    count++;
                }
            }
            return count;
        });
    }

    static List<Attack> attacks() {
        List<Attack> all = new ArrayList<>();
        documents(all);
        tables(all);
        tokens(all);
        names(all);
        structure(all);
        amplification(all);
        deflated(all);
        return all;
    }

    private static void documents(List<Attack> all) {
        all.add(new Attack("nothing at all", new byte[0], MALFORMED_MESSAGE));
        byte[] whole = Forged.of(usual().tokens(A, END)).bytes();
        for (int cut : new int[] {1, 3, 4, 5, 6, 9, 10, 14, 22, 30}) {
            all.add(new Attack("cut off after " + cut + " bytes", Arrays.copyOf(whole, cut), MALFORMED_MESSAGE));
        }
        add(all, "another magic", Forged.of(usual().tokens(A, END)).magic(0xE001DFFF));
        add(all, "text", Forged.of(usual().tokens(A, END)).magic(0x3C3F786D));
        for (int version : new int[] {0, 1, 6, 8, 127, 128, 248}) {
            add(all, "version " + version, Forged.of(usual().tokens(A, END)).version(version));
        }
        add(all, "a page without marker", Forged.of(usual().tokens(A, END).marker(0)));
        add(all, "a marker with flags", Forged.of(usual().tokens(A, END).marker(0x17)));
        for (int size : new int[] {0, 1, 15, 19, -1, -19, Integer.MIN_VALUE, Integer.MAX_VALUE, -Integer.MAX_VALUE}) {
            add(
                    all,
                    "a page of " + size + " bytes",
                    Forged.of(usual().tokens(A, END).size(size)));
        }
        add(all, "a size one too large", Forged.of(usual().tokens(A, END).size(-63)));
        add(all, "a size one too small", Forged.of(usual().tokens(A, END).size(-43)));
        add(all, "no last page", Forged.of(usual().tokens(A, END).more()));
        add(all, "a last page that more follow", Forged.of(usual().tokens(A, END), usual().tokens(A, END)));
        add(all, "empty pages without end", Forged.of(usual().tokens(A).more(), page().more(), page().more()));
    }

    private static void tables(List<Attack> all) {
        for (int more : new int[] {1, -1, 100, Integer.MAX_VALUE - 8, Integer.MIN_VALUE, -9}) {
            add(
                    all,
                    more + " more symbols than there are",
                    Forged.of(usual().tokens(A, END).counts(more, 0, 0)));
        }
        for (int more : new int[] {1, -1, 10, Integer.MAX_VALUE - 40, Integer.MIN_VALUE}) {
            add(
                    all,
                    more + " more units than there are",
                    Forged.of(usual().tokens(A, END).counts(0, more, 0)));
        }
        for (int more : new int[] {1, -1, 6, 7, 1000, Integer.MAX_VALUE - 40, Integer.MIN_VALUE}) {
            add(
                    all,
                    more + " more bytes than there are",
                    Forged.of(usual().tokens(A, END).counts(0, 0, more)));
        }
        add(
                all,
                "another magic behind the table",
                Forged.of(usual().tokens(A, END).innerMagic(0)));
        add(all, "a base that is no symbol", Forged.of(usual().tokens(A, END).base(8)));
        add(all, "a negative base", Forged.of(usual().tokens(A, END).base(-1)));
        add(
                all,
                "more symbols than tokens can name",
                Forged.of(usual().symbols("c", "d", "e", "f").tokens(A, END)));
        int[][] noUtf8 = {
            {0x80},
            {0xC0, 0x80},
            {0xC1, 0xBF},
            {0xC3},
            {0xC3, 0x41},
            {0xE0, 0x80, 0x80},
            {0xE0, 0x9F, 0xBF},
            {0xE2, 0x82},
            {0xE2, 0x28, 0xA1},
            {0xED, 0xA0, 0x80},
            {0xED, 0xBF, 0xBF},
            {0xEF, 0xBF, 0xBE},
            {0xEF, 0xBF, 0xBF},
            {0xF0, 0x80, 0x80, 0x80},
            {0xF0, 0x9F, 0x98},
            {0xF4, 0x90, 0x80, 0x80},
            {0xF5, 0x80, 0x80, 0x80},
            {0xFF},
            {0xFE},
            {0x01},
            {0x08},
            {0x0B},
            {0x0C},
            {0x1F}
        };
        for (int[] bytes : noUtf8) {
            var name = new StringBuilder("the symbol");
            for (int value : bytes) {
                name.append(String.format(" %02X", value));
            }
            add(
                    all,
                    name.toString(),
                    Forged.of(page().symbols("", "a").raw(bytes).tokens(A, 0x28, END)));
        }
    }

    private static void tokens(List<Attack> all) {
        add(all, "a symbol that is not there, inlined", Forged.of(usual().tokens(A, 0x88, END)));
        add(all, "a symbol that is not there, in one byte", Forged.of(usual().tokens(A, 0x00, 8, END)));
        add(all, "a symbol that is not there, in two bytes", Forged.of(usual().tokens(A, 0x10, 1, 0, END)));
        add(all, "a symbol that is not there, in four bytes", Forged.of(usual().tokens(A, 0x30, 1, 0, 0, 0, END)));
        add(all, "a negative symbol", Forged.of(usual().tokens(A, 0x30, 255, 255, 255, 255, END)));
        add(all, "a text without symbol", Forged.of(usual().tokens(A, 0x20, END)));
        add(all, "a text with two symbols", Forged.of(usual().tokens(A, 0x40, 1, 1, END)));
        add(all, "a start tag without symbol", Forged.of(usual().tokens(0xA2, END)));
        add(all, "an end tag with flags", Forged.of(usual().tokens(A, 0x13)));
        add(all, "an end tag inlined", Forged.of(usual().tokens(A, 0x1B)));
        add(all, "a declaration inlined", Forged.of(usual().tokens(A, 0x7D, END)));
        add(all, "a declaration with one symbol", Forged.of(usual().tokens(A, 0x85, 7, END)));
        add(all, "an instruction inlined", Forged.of(usual().tokens(A, 0x1E, END)));
        add(all, "a token cut off by its page", Forged.of(usual().tokens(A, END, 0x00)));
        add(all, "an attribute cut off by its page", Forged.of(usual().tokens(A, 0x29)));
        add(all, "a value that is no value", Forged.of(usual().tokens(A, 0x29, 0x3A, 1, END)));
        for (int type : new int[] {11, 12, 127, 128, 255}) {
            add(all, "the type " + type, Forged.of(usual().tokens(A, 0x29, 0x38, type, END)));
        }
        add(all, "an attribute after text", Forged.of(usual().tokens(A, 0x48, 0x29, 0x38, 1, END)));
        add(all, "a declaration after text", Forged.of(usual().tokens(A, 0x48, 0x05, 7, 6, END)));
        add(
                all,
                "an attribute in another page than its tag",
                Forged.of(usual().tokens(A).more(), page().symbols("b", "1").tokens(0x09, 0x18, 1, END)));
        add(all, "a page marker inside a page", Forged.of(usual().tokens(A, 0x07, 0, 0, 0, 1, END)));
    }

    private static void names(List<Attack> all) {
        for (String name : List.of("", "1", "a b", "a:b:c", ":a", "a:", "<a", "xmlns:a", "a/", "\u00D7")) {
            add(
                    all,
                    "an element called '" + name + "'",
                    Forged.of(page().symbols("", "urn:p", name).tokens(0x02, 2, 1, END)));
        }
        add(all, "a prefix without namespace", Forged.of(usual().tokens(0x5A, END)));
        add(all, "a prefix with an empty namespace", Forged.of(usual().tokens(0x02, 5, 0, END)));
        add(
                all,
                "xml bound to something else",
                Forged.of(page().symbols("", "xml:a", "urn:p").tokens(0x02, 1, 2, END)));
        String xml = "http://www.w3.org/XML/1998/namespace";
        add(
                all,
                "something else bound to the namespace of xml",
                Forged.of(page().symbols("", "p:a", xml).tokens(2, 1, 2, END)));
        add(
                all,
                "the namespace of xml as default",
                Forged.of(page().symbols("", "a", xml).tokens(2, 1, 2, END)));
        String xmlns = "http://www.w3.org/2000/xmlns/";
        add(
                all,
                "the namespace of xmlns",
                Forged.of(page().symbols("", "p:a", xmlns).tokens(2, 1, 2, END)));
        add(
                all,
                "xmlns declared",
                Forged.of(page().symbols("", "a", "xmlns", "urn:p").tokens(A, 0x05, 2, 3, END)));
        add(
                all,
                "a prefix that is no name",
                Forged.of(page().symbols("", "a", "p q", "u").tokens(A, 0x05, 2, 3, END)));
        add(all, "a prefix undeclared", Forged.of(page().symbols("", "a", "p").tokens(A, 0x05, 2, 0, END)));
        add(all, "an attribute in a namespace without prefix", Forged.of(usual().tokens(A, 0x01, 2, 6, 0x38, 1, END)));
        add(all, "an attribute twice", Forged.of(usual().tokens(A, 0x29, 0x38, 1, 0x29, 0x38, 1, END)));
        add(
                all,
                "an attribute twice by two prefixes",
                Forged.of(page().symbols("", "a", "p:b", "q:b", "urn:p").tokens(A, 1, 2, 4, 8, 1, 1, 3, 4, 8, 1, END)));
        add(
                all,
                "a prefix declared twice",
                Forged.of(page().symbols("", "a", "p", "u", "v").tokens(A, 5, 2, 3, 5, 2, 4, END)));
        add(
                all,
                "a declaration against the name of its element",
                Forged.of(page().symbols("", "p:a", "u", "p", "v").tokens(2, 1, 2, 5, 3, 4, END)));
        add(
                all,
                "a default declared for a name without namespace",
                Forged.of(page().symbols("", "a", "u").tokens(A, 5, 0, 2, END)));
        add(
                all,
                "an attribute against the name of its element",
                Forged.of(page().symbols("", "p:a", "u", "p:b", "v").tokens(2, 1, 2, 1, 3, 4, 8, 1, END)));
        add(
                all,
                "an attribute that means the prefix of the element around",
                Forged.of(
                        page().symbols("", "p:a", "u", "p:b", "v").tokens(2, 1, 2, 2, 1, 4, 1, 3, 2, 8, 1, END, END)));
    }

    private static void structure(List<Attack> all) {
        add(all, "no root", Forged.of(page().symbols("")));
        add(all, "a comment for a root", Forged.of(page().symbols("").tokens(0x0C)));
        add(all, "two roots", Forged.of(usual().tokens(A, END, A, END)));
        add(all, "an end before the root", Forged.of(usual().tokens(END)));
        add(all, "an end too many", Forged.of(usual().tokens(A, END, END)));
        add(all, "an end too few", Forged.of(usual().tokens(A, A, END)));
        add(all, "text before the root", Forged.of(usual().tokens(0x48, A, END)));
        add(all, "text after the root", Forged.of(usual().tokens(A, END, 0x48)));
        add(all, "a declaration before the root", Forged.of(usual().tokens(0x05, 7, 6, A, END)));
        add(
                all,
                "a page that ends before the root",
                Forged.of(page().symbols("").tokens(0x0C).more(), usual().tokens(A, END)));
        add(
                all,
                "a page that ends after the root",
                Forged.of(usual().tokens(A, END).more(), page().symbols("").tokens(0x0C)));
        add(
                all,
                "a comment that ends early",
                Forged.of(page().symbols("", "a", "--><b/>").tokens(A, 0x2C, END)));
        add(
                all,
                "a comment that ends with a hyphen",
                Forged.of(page().symbols("", "a", "x-").tokens(A, 0x2C, END)));
        add(
                all,
                "an instruction that ends early",
                Forged.of(page().symbols("", "a", "?>").tokens(A, 6, 1, 2, END)));
        add(
                all,
                "an instruction called xml",
                Forged.of(page().symbols("", "a", "xMl").tokens(A, 6, 2, 1, END)));
        add(
                all,
                "an instruction without target",
                Forged.of(page().symbols("", "a").tokens(A, 6, 0, 1, END)));
        all.add(new Attack(
                "a document type in a message",
                Forged.of(page().symbols("", "a", " ")
                                .tokens(7, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 0, A, END))
                        .bytes(),
                XML_REFUSED));
    }

    private static void amplification(List<Attack> all) {
        limited(all, "nested without end", usual().repeated(101, A));
        limited(
                all,
                "items without end",
                usual().tokens(A).repeated(10_000, A, END).tokens(END));
        limited(
                all,
                "one long symbol used again and again",
                page().symbols("", "a", "x".repeat(60_000))
                        .tokens(A)
                        .repeated(20, 0x28)
                        .tokens(END));
        limited(
                all,
                "one long name used again and again",
                page().symbols("", "a".repeat(60_000))
                        .tokens(A)
                        .repeated(20, A, END)
                        .tokens(END));
        limited(
                all,
                "one long namespace used again and again",
                page().symbols("", "a", "u".repeat(60_000))
                        .tokens(2, 1, 2)
                        .repeated(20, 2, 1, 2, END)
                        .tokens(END));
        limited(
                all,
                "a symbol that is too long",
                page().symbols("", "a", "x".repeat(65_537)).tokens(A, 0x28, END));
        limited(
                all,
                "symbols without end",
                page().symbols("", "a")
                        .symbols(numbers(10_001))
                        .tokens(A)
                        .repeated(10_001, 0x28)
                        .tokens(END));
        limited(
                all,
                "names without end",
                page().symbols("", "a")
                        .symbols(numbers(9_990))
                        .tokens(A)
                        .tokens(elements(9_990))
                        .tokens(END));
        Forged.Page attributes = page().symbols("", "a").symbols(numbers(600)).tokens(A);
        for (int i = 2; i < 602; i++) {
            attributes.tokens(0x91, i >> 8, i, 8, 1);
        }
        limited(all, "attributes without end", attributes.tokens(END));
        Forged.Page declarations = page().symbols("", "a").symbols(numbers(600)).tokens(A);
        for (int i = 2; i < 602; i++) {
            declarations.tokens(0x15, i >> 8, i, 1);
        }
        limited(all, "declarations without end", declarations.tokens(END));
    }

    private static void deflated(List<Attack> all) {
        zipped(all, "no zlib stream", MALFORMED_MESSAGE, usual().tokens(A, END));
        zipped(
                all,
                "an empty zlib stream",
                MALFORMED_MESSAGE,
                usual().tokens(A, END).stored(body -> new byte[0]));
        zipped(
                all,
                "a zlib stream cut off",
                MALFORMED_MESSAGE,
                usual().tokens(A, END).stored(body -> {
                    byte[] whole = Forged.deflated(body);
                    return Arrays.copyOf(whole, whole.length - 5);
                }));
        zipped(
                all,
                "a zlib stream with a wrong checksum",
                MALFORMED_MESSAGE,
                usual().tokens(A, END).stored(body -> {
                    byte[] whole = Forged.deflated(body);
                    whole[whole.length - 1] ^= 1;
                    return whole;
                }));
        zipped(
                all,
                "more behind a zlib stream",
                MALFORMED_MESSAGE,
                usual().tokens(A, END).stored(body -> {
                    byte[] whole = Forged.deflated(body);
                    return Arrays.copyOf(whole, whole.length + 1);
                }));
        zipped(
                all,
                "a zlib stream that wants a dictionary",
                MALFORMED_MESSAGE,
                usual().tokens(A, END).stored(body -> new byte[] {0x78, (byte) 0xBB, 0, 0, 0, 1, 3, 0}));
        zipped(
                all,
                "a zip bomb",
                LIMIT,
                page().symbols("", "a", "x".repeat(4 << 20))
                        .tokens(A, 0x28, END)
                        .stored(Forged::deflated));
        Forged.Page[] pages = new Forged.Page[50];
        for (int i = 0; i < pages.length; i++) {
            String text = "x".repeat(60_000);
            pages[i] = (i == 0
                            ? page().symbols("", "a", text).tokens(A, 0x28)
                            : page().symbols(text).tokens(0x08))
                    .stored(Forged::deflated);
            pages[i] = i < pages.length - 1 ? pages[i].more() : pages[i].tokens(END);
        }
        all.add(new Attack("a zip bomb in pages", Forged.of(pages).version(-7).bytes(), LIMIT));
    }

    private static String[] numbers(int count) {
        String[] names = new String[count];
        for (int i = 0; i < count; i++) {
            names[i] = "n" + i;
        }
        return names;
    }

    private static int[] elements(int count) {
        int[] tokens = new int[4 * count];
        for (int i = 0; i < count; i++) {
            tokens[4 * i] = 0x92;
            tokens[4 * i + 1] = (i + 2) >> 8;
            tokens[4 * i + 2] = i + 2;
            tokens[4 * i + 3] = END;
        }
        return tokens;
    }

    private static void add(List<Attack> all, String name, Forged forged) {
        all.add(new Attack(name, forged.bytes(), MALFORMED_MESSAGE));
    }

    private static void limited(List<Attack> all, String name, Forged.Page page) {
        all.add(new Attack(name, Forged.of(page).bytes(), LIMIT));
    }

    private static void zipped(List<Attack> all, String name, ErrorCode code, Forged.Page page) {
        all.add(new Attack(name, Forged.of(page).version(-7).bytes(), code));
    }
}
