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
 * The representation {@code exi}: Efficient XML Interchange 1.0 (W3C), without a schema, as docs/reference/exi.md says.
 * It keeps prefixes, declarations, comments and processing instructions, and every text character by character, but
 * neither CDATA sections nor where one text ended and the next began. The smallest form, and the slowest. Thread-safe.
 */
public final class Exi implements Representation {
    static final int COOKIE_BYTES = 4;

    private static final byte[] COOKIE = {'$', 'E', 'X', 'I'};

    /** The byte after the cookie: version 1, and the options are known: EXI 1.0, section 5. */
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

    /** Returns false: bits of one event and the next share a byte. */
    @Override
    public boolean isEmbeddable() {
        return false;
    }

    @Override
    public Sniff sniff(ByteBuf start) {
        return sniff(start, WITHOUT_OPTIONS);
    }

    /** Checks whether content begins with the cookie and that byte. */
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
