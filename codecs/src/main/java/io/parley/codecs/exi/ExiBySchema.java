package io.parley.codecs.exi;

import io.netty.buffer.ByteBuf;
import io.parley.binding.Parts;
import io.parley.representation.ContentReader;
import io.parley.representation.ContentWriter;
import io.parley.representation.Representation;
import io.parley.representation.Sink;
import io.parley.representation.Sniff;
import io.parley.representation.Source;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * Representation {@code exi-schema}: Efficient XML Interchange 1.0 (W3C) by the schema of the agreed parts and of SOAP
 * envelopes (docs/reference/exi.md). Each side derives the grammars from its own layouts, whose digest starts every
 * message. It preserves the same as {@code exi}, for any document: content outside the schema only takes more space.
 * Thread-safe.
 */
public final class ExiBySchema implements Representation {
    /** Byte after the cookie: version 1 with options in the header. */
    private static final byte WITH_OPTIONS = (byte) 0xA0;

    private final Map<Parts, ExiForm> forms = Collections.synchronizedMap(new WeakHashMap<>());

    @Override
    public String name() {
        return "exi-schema";
    }

    /** {@inheritDoc} Always false: values are sent as text, so that the whole infoset is preserved. */
    @Override
    public boolean isTyped() {
        return false;
    }

    @Override
    public boolean isEmbeddable() {
        return false;
    }

    @Override
    public Sniff sniff(ByteBuf start) {
        return Exi.sniff(start, WITH_OPTIONS);
    }

    @Override
    public ContentWriter newWriter(Sink sink, Parts parts) {
        return new ExiWriter(sink, form(parts));
    }

    @Override
    public ContentReader newReader(Source source, Parts parts) {
        return new ExiReader(source, form(parts));
    }

    /** Returns the form for parts. Two threads may derive it concurrently, with equal results. */
    private ExiForm form(Parts parts) {
        ExiForm known = forms.get(parts);
        if (known == null) {
            known = ExiForm.of(TextFactory.bySchema(new AgreedGrammars(parts).grammars()));
            forms.put(parts, known);
        }
        return known;
    }
}
