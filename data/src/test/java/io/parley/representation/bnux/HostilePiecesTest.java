package io.parley.representation.bnux;

import static io.parley.ErrorCode.LIMIT;
import static io.parley.ErrorCode.MALFORMED_MESSAGE;
import static io.parley.ErrorCode.XML_REFUSED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.representation.ContentReader;
import io.parley.representation.Events;
import io.parley.representation.Source;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests pieces that no writer produces; each line of the catalogue is one attack. Tokens are tested by {@link
 * HostilePagesTest}.
 */
class HostilePiecesTest {
    private static final Limits LIMITS = Limits.defaults()
            .with(Limit.MESSAGE_BYTES, 1 << 20)
            .with(Limit.STRING_BYTES, 1 << 12)
            .with(Limit.ITEMS, 1_000)
            .with(Limit.NAMES, 20);
    private static final long MOST_BYTES = 8 << 20;

    private static final int MORE = 0;
    private static final int PAUSE = 1;
    private static final int LAST = 2;
    private static final int OPENS = 4;

    /** The start tag of symbol 0, and an end tag. */
    private static final int A = 0x0A;

    private static final int END = 3;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @ParameterizedTest
    @MethodSource("attacks")
    void anAttackEndsInItsCodeWithLittleMemory(Attack attack) {
        refused(attack); // loads classes and messages that are loaded once
        long id = Thread.currentThread().getId();
        long allocated = threads.getThreadAllocatedBytes(id);
        refused(attack);
        assertThat(threads.getThreadAllocatedBytes(id) - allocated)
                .as("bytes allocated")
                .isLessThan(MOST_BYTES);
    }

    @Test
    void theNotationOfThisTestWritesWhatAReaderReads() throws Exception {
        byte[] forged = new Forgery()
                .piece(OPENS | PAUSE, List.of("a"), A)
                .piece(LAST, List.of("x"), 0x18, END)
                .bytes();

        assertThat(forged).isEqualTo(Bytes.inPieces((writer, sink) -> {
            writer.writeStartElement("a");
            writer.pause();
            writer.writeCharacters("x");
            writer.writeEndDocument();
        }));
        assertThat(events(forged)).isEqualTo("<a>\"x\"</>.");
    }

    private static void refused(Attack attack) {
        assertThatThrownBy(() -> events(attack.bytes))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(attack.code))
                .hasMessageContaining("expected");
    }

    /** Returns all events; those after a pause follow without foreign bytes. */
    private static String events(byte[] bytes) throws XMLStreamException {
        try (Source source = Source.of(Unpooled.wrappedBuffer(bytes), LIMITS)) {
            ContentReader reader = new Bnux().embedded().newReader(source);
            var text = new StringBuilder();
            while (reader.hasNext()) {
                if (reader.isPaused()) {
                    reader.resume();
                    continue;
                }
                reader.next();
                Events.describe(reader, true, text);
            }
            source.expectEnd("test");
            return text.toString();
        }
    }

    static List<Attack> attacks() {
        return List.of(
                malformed("nothing at all", new Forgery()),
                malformed("a first piece that opens no page", new Forgery().piece(LAST, List.of("a"), A, END)),
                malformed("something unknown behind", new Forgery().piece(OPENS | 3, List.of("a"), A, END)),
                malformed("more tokens than the message has", new Forgery().numbers(8 * 100 + OPENS + LAST, 0)),
                malformed("2^60 tokens", new Forgery().numbers(1L << 63 | OPENS | LAST, 0)),
                malformed("a number without end", new Forgery().raw(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1)),
                malformed("the magic of a whole document", new Forgery().raw(0xE0, 0x01, 0xDF, 0xFE, 7, 7, 0)),
                malformed(
                        "more symbols than tokens",
                        new Forgery().numbers(8 + OPENS + LAST, 2, 2).raw(0, 0, A)),
                malformed(
                        "a negative number of symbols",
                        new Forgery().numbers(8 + OPENS + LAST, -1, 2).raw(0, 0, A)),
                malformed(
                        "2^32 symbols",
                        new Forgery().numbers(8 + OPENS + LAST, 1L << 32, 2).raw(0, 0, A)),
                malformed(
                        "symbols beyond the message",
                        new Forgery().numbers(8 + OPENS + LAST, 1, 9).raw('a', 0, A)),
                malformed(
                        "2^40 bytes of symbols",
                        new Forgery().numbers(8 + OPENS, 1, 1L << 40).raw('a', 0, A)),
                malformed(
                        "a negative size of symbols",
                        new Forgery().numbers(8 + OPENS, 1, -1).raw('a', 0, A)),
                malformed(
                        "less bytes than symbols",
                        new Forgery().numbers(24 + OPENS, 2, 1).raw(0, A, END, END)),
                malformed(
                        "less symbols than said",
                        new Forgery().numbers(24 + OPENS, 2, 2).raw('a', 0, A, END, END)),
                malformed(
                        "more symbols than said",
                        new Forgery().numbers(24 + OPENS, 1, 2).raw(0, 0, A, END, END)),
                malformed(
                        "a symbol without end",
                        new Forgery().numbers(16 + OPENS, 1, 1).raw('a', A, END)),
                malformed(
                        "half a character",
                        new Forgery().numbers(16 + OPENS, 1, 2).raw(0xC3, 0, A, END)),
                malformed(
                        "a character in two pieces",
                        new Forgery()
                                .numbers(8 + OPENS, 1, 3)
                                .raw('a', 0xC3, 0, A)
                                .numbers(8 + LAST, 1, 2)
                                .raw(0xA4, 0, END)),
                malformed(
                        "a control character",
                        new Forgery().numbers(16 + OPENS, 1, 2).raw(1, 0, A, END)),
                malformed(
                        "a symbol to come",
                        new Forgery().piece(OPENS, List.of(), A).piece(LAST, List.of("a"), END)),
                malformed(
                        "a symbol of the page before",
                        new Forgery()
                                .piece(OPENS, List.of("a", "b"), A, A)
                                .piece(OPENS | LAST, List.of("c"), 0x18, END)),
                malformed(
                        "a token in two pieces",
                        new Forgery().piece(OPENS, List.of("a"), A, 0).piece(LAST, List.of(), 0, END)),
                malformed(
                        "an attribute behind its piece",
                        new Forgery().piece(OPENS, List.of("a"), A).piece(LAST, List.of("b"), 0x19, 0x08, 1, END)),
                malformed(
                        "an attribute behind a pause",
                        new Forgery()
                                .piece(OPENS | PAUSE, List.of("a"), A)
                                .piece(LAST, List.of("b"), 0x19, 0x08, 1, END)),
                malformed("an end before any start", new Forgery().piece(OPENS | LAST, List.of(), END)),
                malformed(
                        "an end before any start behind a pause",
                        new Forgery()
                                .piece(OPENS | PAUSE, List.of(), new int[0])
                                .piece(LAST, List.of(), END)),
                malformed("the end inside the root", new Forgery().piece(OPENS | LAST, List.of("a"), A)),
                malformed("two roots", new Forgery().piece(OPENS | LAST, List.of("a"), A, END, A, END)),
                malformed("text before the root", new Forgery().piece(OPENS | LAST, List.of("a"), 0x08, A, END)),
                malformed("no root", new Forgery().piece(OPENS | LAST, List.of())),
                malformed(
                        "no root after empty pieces", new Forgery().empty(1_000).piece(LAST, List.of())),
                malformed("empty pieces without end", new Forgery().empty(1_000)),
                malformed(
                        "the marker of a page", new Forgery().piece(OPENS | LAST, List.of("a"), A, 7, 0, 0, 0, 9, END)),
                malformed(
                        "more behind the end",
                        new Forgery().piece(OPENS | LAST, List.of("a"), A, END).raw(0)),
                new Attack(
                        "a document type",
                        new Forgery()
                                .piece(OPENS | LAST, List.of("a"), 7, 0, 0, 0, 0, A, END)
                                .bytes(),
                        XML_REFUSED),
                limited(
                        "a long symbol",
                        new Forgery().piece(OPENS | LAST, List.of("a", "x".repeat(5_000)), A, 0x18, END)),
                limited("symbols of many pieces", manySymbols()),
                limited("names of many pages", manyNames()),
                limited("one symbol used often in many pieces", laughs()));
    }

    private static Forgery manySymbols() {
        Forgery all = new Forgery().piece(OPENS, List.of("a"), A);
        for (int i = 0; i < 1_000; i++) {
            all.piece(MORE, List.of("x" + i), 0x08);
        }
        return all.piece(LAST, List.of(), END);
    }

    private static Forgery manyNames() {
        Forgery all = new Forgery();
        for (int i = 0; i < 30; i++) {
            all.piece(OPENS, List.of("n" + i), A);
        }
        return all.piece(LAST, List.of(), END);
    }

    private static Forgery laughs() {
        Forgery all = new Forgery().piece(OPENS, List.of("a", "x".repeat(4_000)), A, 0x18);
        for (int i = 0; i < 300; i++) {
            all.piece(MORE, List.of(), 0x18);
        }
        return all.piece(LAST, List.of(), END);
    }

    private static Attack malformed(String name, Forgery forgery) {
        return new Attack(name, forgery.bytes(), MALFORMED_MESSAGE);
    }

    private static Attack limited(String name, Forgery forgery) {
        return new Attack(name, forgery.bytes(), LIMIT);
    }

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

    /** Pieces that are built byte by byte. */
    private static final class Forgery {
        private final ByteArrayOutputStream all = new ByteArrayOutputStream();

        /** Adds a piece with correct counts. */
        Forgery piece(int head, List<String> symbols, int... tokens) {
            numbers(8L * tokens.length + head, symbols.size());
            byte[] table = symbols.stream()
                    .map(symbol -> symbol + "\0")
                    .reduce("", String::concat)
                    .getBytes(StandardCharsets.UTF_8);
            if (table.length > 0) {
                numbers(table.length);
                all.writeBytes(table);
            }
            return raw(tokens);
        }

        Forgery empty(int pieces) {
            for (int i = 0; i < pieces; i++) {
                piece(i == 0 ? OPENS : MORE, List.of());
            }
            return this;
        }

        Forgery numbers(long... varints) {
            for (long varint : varints) {
                long rest = varint;
                while ((rest & ~0x7FL) != 0) {
                    all.write((int) ((rest & 0x7F) | 0x80));
                    rest >>>= 7;
                }
                all.write((int) rest);
            }
            return this;
        }

        Forgery raw(int... bytes) {
            for (int value : bytes) {
                all.write(value);
            }
            return this;
        }

        byte[] bytes() {
            return all.toByteArray();
        }
    }
}
