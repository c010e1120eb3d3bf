package io.parley.layout;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HexFormat;

/**
 * Canonical text of the layout of one message part, which is the same for equal layouts. It contains everything that
 * affects the bytes on the wire or their meaning, over all reachable types, and nothing else: no names of types that
 * cannot substitute others, no required or nillable flags, no defaults, no enumeration values, no source positions. Two
 * sides with equal fingerprints can read each other's bytes.
 *
 * <p>The number of a type depends on when the part first refers to it; the rest of its text is the same in all parts.
 * The fingerprint therefore contains a hash of that rest, which is computed once for all parts. Otherwise, in a
 * contract whose parts reach nearly all of its types, the texts of all types would be hashed for each part.
 */
public final class CanonicalText {
    private static final byte[] BEGIN = bytes("parley layout 3\n");
    private static final byte[] BEGIN_HASHED = bytes("parley layout 3, types hashed\n");
    private static final byte[] TYPE = bytes("type ");
    private static final byte[] END_OF_LINE = bytes("\n");
    private static final int MOST_DIGITS = 10;

    private static final int BUFFER = 1 << 14;

    private final Output output;
    private final byte[] buffer = new byte[BUFFER];
    private int buffered;
    /** Number of each type in this text plus one, indexed by the type's own number; 0 if it has none yet. */
    private int[] numbers = new int[64];

    private int count;
    private final Deque<ComplexLayout> open = new ArrayDeque<>();

    private CanonicalText(Output output) {
        this.output = output;
    }

    /** Receiver of the text as it is generated. */
    @FunctionalInterface
    private interface Output {
        void write(byte[] text, int offset, int length);
    }

    /** Returns the canonical text of a part. */
    public static String of(Slot.Element part) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        new CanonicalText(text::write).write(part);
        return text.toString(StandardCharsets.UTF_8);
    }

    /**
     * Returns the fingerprint of a part: the SHA-256, in lower-case hex, of its canonical text in which each type is
     * one line, made of the SHA-256 of the type's own lines and of the type numbers that were left out of them.
     */
    public static String fingerprint(Slot.Element part) {
        MessageDigest digest = sha256();
        new CanonicalText(digest::update).writeHashed(part);
        return HexFormat.of().formatHex(digest.digest());
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void write(Slot.Element part) {
        write(BEGIN, 0, BEGIN.length);
        CanonicalWriter.of(part).write(this);
        while (!open.isEmpty()) {
            ComplexLayout type = open.remove();
            write(TYPE, 0, TYPE.length);
            number(type);
            write(END_OF_LINE, 0, END_OF_LINE.length);
            CanonicalWriter.of(type).write(this);
        }
        flush();
    }

    private void writeHashed(Slot.Element part) {
        write(BEGIN_HASHED, 0, BEGIN_HASHED.length);
        CanonicalWriter.of(part).write(this);
        while (!open.isEmpty()) {
            ComplexLayout type = open.remove();
            write(TYPE, 0, TYPE.length);
            number(type);
            space();
            type.canonical().write(this);
            write(END_OF_LINE, 0, END_OF_LINE.length);
        }
        flush();
    }

    void space() {
        if (buffered == BUFFER) {
            flush();
        }
        buffer[buffered++] = ' ';
    }

    void write(byte[] text, int from, int to) {
        int length = to - from;
        if (length > BUFFER - buffered) {
            flush();
        }
        if (length > BUFFER) {
            output.write(text, from, length);
        } else {
            System.arraycopy(text, from, buffer, buffered, length);
            buffered += length;
        }
    }

    private void flush() {
        output.write(buffer, 0, buffered);
        buffered = 0;
    }

    /** Writes the number of a type, and assigns one if it has none yet. */
    void number(ComplexLayout type) {
        int own = type.number();
        if (own >= numbers.length) {
            numbers = Arrays.copyOf(numbers, Math.max(own + 1, 2 * numbers.length));
        }
        if (numbers[own] == 0) {
            numbers[own] = ++count;
            open.add(type);
        }
        digits(numbers[own] - 1);
    }

    private void digits(int number) {
        if (BUFFER - buffered < MOST_DIGITS) {
            flush();
        }
        int end = buffered + 1;
        for (int rest = number; rest > 9; rest /= 10) {
            end++;
        }
        int rest = number;
        for (int at = end - 1; at >= buffered; at--) {
            buffer[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        buffered = end;
    }
}
