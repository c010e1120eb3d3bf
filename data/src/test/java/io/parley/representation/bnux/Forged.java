package io.parley.representation.bnux;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.zip.Deflater;

/**
 * A document of pages in which every field can be set to any value; other fields are correct. Symbols are numbered in
 * the given order, and the first is the base.
 */
final class Forged {
    private int magic = 0xE001DFFE;
    private int version = 7;
    private final List<Page> pages = new ArrayList<>();

    /** One page of the document. */
    static final class Page {
        private int marker = 7;
        private int innerMagic = 0xE001DFFE;
        private final ByteArrayOutputStream symbols = new ByteArrayOutputStream();
        private final ByteArrayOutputStream tokens = new ByteArrayOutputStream();
        private int count;
        private int units;
        private int bytesToo;
        private int base;
        private boolean last = true;
        private Integer size = null;
        private UnaryOperator<byte[]> stored = body -> body;

        Page symbols(String... more) {
            for (String symbol : more) {
                symbols.writeBytes(symbol.getBytes(StandardCharsets.UTF_8));
                symbols.write(0);
                count++;
                units += symbol.length() + 1;
            }
            return this;
        }

        /** Adds a symbol of any bytes, each of which is counted as a unit. */
        Page raw(int... bytes) {
            for (int value : bytes) {
                symbols.write(value);
                units++;
            }
            symbols.write(0);
            units++;
            count++;
            return this;
        }

        Page tokens(int... bytes) {
            for (int value : bytes) {
                tokens.write(value);
            }
            return this;
        }

        Page repeated(int times, int... bytes) {
            for (int i = 0; i < times; i++) {
                tokens(bytes);
            }
            return this;
        }

        Page marker(int value) {
            marker = value;
            return this;
        }

        Page innerMagic(int value) {
            innerMagic = value;
            return this;
        }

        /** Increments the declared counts. */
        Page counts(int moreSymbols, int moreUnits, int moreBytes) {
            count += moreSymbols;
            units += moreUnits;
            bytesToo += moreBytes;
            return this;
        }

        Page base(int value) {
            base = value;
            return this;
        }

        Page more() {
            last = false;
            return this;
        }

        Page size(int value) {
            size = value;
            return this;
        }

        Page stored(UnaryOperator<byte[]> how) {
            stored = how;
            return this;
        }

        private byte[] body(boolean first) {
            byte[] table = symbols.toByteArray();
            byte[] rest = tokens.toByteArray();
            ByteBuffer body = ByteBuffer.allocate(20 + table.length + rest.length);
            body.putInt(count)
                    .putInt(units)
                    .putInt(table.length + bytesToo)
                    .put(table)
                    .putInt(innerMagic);
            if (first) {
                body.putInt(base);
            }
            body.put(rest);
            byte[] exact = new byte[body.position()];
            body.flip().get(exact);
            return exact;
        }
    }

    static Page page() {
        return new Page();
    }

    /** Returns a page with the symbols "", a, b, 1, x, p:c, urn:p, p. */
    static Page usual() {
        return page().symbols("", "a", "b", "1", "x", "p:c", "urn:p", "p");
    }

    static Forged of(Page... pages) {
        var forged = new Forged();
        forged.pages.addAll(List.of(pages));
        return forged;
    }

    Forged magic(int value) {
        magic = value;
        return this;
    }

    Forged version(int value) {
        version = value;
        return this;
    }

    byte[] bytes() {
        var bytes = new ByteArrayOutputStream();
        writeInt(bytes, magic);
        bytes.write(version);
        boolean first = true;
        for (Page page : pages) {
            byte[] body = page.stored.apply(page.body(first));
            first = false;
            bytes.write(page.marker);
            int size = page.last ? -body.length : body.length;
            writeInt(bytes, page.size == null ? size : page.size);
            bytes.writeBytes(body);
        }
        return bytes.toByteArray();
    }

    static byte[] deflated(byte[] body) {
        var deflater = new Deflater(9);
        deflater.setInput(body);
        deflater.finish();
        var bytes = new ByteArrayOutputStream();
        byte[] step = new byte[1024];
        while (!deflater.finished()) {
            bytes.write(step, 0, deflater.deflate(step));
        }
        deflater.end();
        return bytes.toByteArray();
    }

    private static void writeInt(ByteArrayOutputStream bytes, int value) {
        bytes.writeBytes(ByteBuffer.allocate(4).putInt(value).array());
    }
}
