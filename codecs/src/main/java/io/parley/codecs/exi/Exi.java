package io.parley.codecs.exi;

import io.netty.buffer.ByteBuf;
import io.parley.binding.Parts;
import io.parley.representation.ContentReader;
import io.parley.representation.ContentWriter;
import io.parley.representation.Representation;
import io.parley.representation.Sink;
import io.parley.representation.Sniff;
import io.parley.representation.Source;

/**
 * Representation {@code exi}: Efficient XML Interchange 1.0 (W3C) without a schema (docs/reference/exi.md). It
 * preserves prefixes, declarations, comments, processing instructions and all characters, but not CDATA sections or the
 * boundaries of adjacent text. The smallest representation, and the slowest. Thread-safe.
 */
public final class Exi implements Representation {
    static final int COOKIE_BYTES = 4;

    private static final byte[] COOKIE = {'$', 'E', 'X', 'I'};

    /** Byte after the cookie: version 1 without options in the header (EXI 1.0, section 5). */
    private static final byte WITHOUT_OPTIONS = (byte) 0x80;

    private final ExiForm form = ExiForm.of(TextFactory.withoutSchema());

    @Override
    public String name() {
        return "exi";
    }

    @Override
    public boolean isTyped() {
        return false;
    }

    /** {@inheritDoc} Always false: adjacent events share bytes. */
    @Override
    public boolean isEmbeddable() {
        return false;
    }

    @Override
    public Sniff sniff(ByteBuf start) {
        return sniff(start, WITHOUT_OPTIONS);
    }

    /** Checks whether content begins with the cookie and the given byte. */
    static Sniff sniff(ByteBuf start, byte afterCookie) {
        int known = Math.min(COOKIE_BYTES + 1, start.readableBytes());
        for (int i = 0; i < known; i++) {
            if (start.getByte(start.readerIndex() + i) != (i < COOKIE_BYTES ? COOKIE[i] : afterCookie)) {
                return Sniff.NO;
            }
        }
        return known <= COOKIE_BYTES ? Sniff.MORE : Sniff.YES;
    }

    @Override
    public ContentWriter newWriter(Sink sink, Parts parts) {
        return new ExiWriter(sink, form);
    }

    @Override
    public ContentReader newReader(Source source, Parts parts) {
        return new ExiReader(source, form);
    }
}
