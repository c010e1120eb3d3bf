package io.parley.codecs.exi;

import com.siemens.ct.exi.core.EXIFactory;
import com.siemens.ct.exi.core.FidelityOptions;
import com.siemens.ct.exi.core.exceptions.EXIException;
import com.siemens.ct.exi.core.helpers.DefaultEXIFactory;
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
    /** The cookie, then a header that says version 1 and that the options are known: EXI 1.0, section 5. */
    static final byte[] HEADER = {'$', 'E', 'X', 'I', (byte) 0x80};

    private static final int COOKIE_BYTES = 4;

    private final EXIFactory factory = factory();

    @Override
    public String name() {
        return "exi";
    }

    @Override
    public boolean isTyped() {
        return false;
    }

    /** No: bits of one event and the next share a byte. */
    @Override
    public boolean isEmbeddable() {
        return false;
    }

    @Override
    public Sniff sniff(ByteBuf start) {
        int known = Math.min(COOKIE_BYTES, start.readableBytes());
        for (int i = 0; i < known; i++) {
            if (start.getByte(start.readerIndex() + i) != HEADER[i]) {
                return Sniff.NO;
            }
        }
        return known < COOKIE_BYTES ? Sniff.MORE : Sniff.YES;
    }

    @Override
    public ContentWriter newWriter(Sink sink, Parts parts) {
        return new ExiWriter(sink, factory);
    }

    @Override
    public ContentReader newReader(Source source, Parts parts) {
        return new ExiReader(source, factory);
    }

    /** All that an infoset holds, but document types; never changed after this. */
    private static EXIFactory factory() {
        EXIFactory made = DefaultEXIFactory.newInstance();
        FidelityOptions kept = FidelityOptions.createDefault();
        try {
            kept.setFidelity(FidelityOptions.FEATURE_PREFIX, true);
            kept.setFidelity(FidelityOptions.FEATURE_COMMENT, true);
            kept.setFidelity(FidelityOptions.FEATURE_PI, true);
            kept.setFidelity(FidelityOptions.FEATURE_LEXICAL_VALUE, true);
        } catch (EXIException e) {
            throw new IllegalStateException("EXIficient does not know its own options", e);
        }
        made.setFidelityOptions(kept);
        return made;
    }
}
