package io.parley.representation.tokens;

import io.parley.binding.Parts;
import io.parley.representation.ContentReader;
import io.parley.representation.ContentWriter;
import io.parley.representation.Representation;
import io.parley.representation.Sink;
import io.parley.representation.Source;

/**
 * The representation {@code tokens}: the infoset as a stream of events, each a kind byte and what belongs to it.
 * Numbers are varints, strings a length and UTF-8.
 *
 * <pre>
 * content   = [7 encoding] event* 8                  a document; encoding is empty if it was not said
 * event     = 1|flags name [count declaration*] [count attribute*]   start of an element; flags 64, 128 as in Token
 *           | 2                                      its end
 *           | 3 string | 4 string | 5 string         text, CDATA section, comment
 *           | 6 target data                          processing instruction
 *           | 9                                      pause: foreign bytes follow
 * declaration = prefix namespace
 * attribute = name string
 * name      = 0 prefix namespace string | number     a new name, numbered from 1 on as it comes; or one seen before
 * prefix    = 0 string | number                      the same; 1 is the empty prefix, 2 is "xml"
 * namespace = 0 string | number                      the same; 1 is no namespace, 2 is the namespace of "xml"
 * </pre>
 *
 * <p>A message has one table of names, which goes on after a pause. A name must be new when it is introduced, its
 * prefix must be bound to its namespace where it is used, and all text must be XML 1.0 text, so that no reader can see
 * a different document than the one that a signature was made over. The reader leaves the source right behind the
 * token 8; whoever owns the source checks that nothing follows.
 */
public final class TokensRepresentation implements Representation {
    @Override
    public String name() {
        return "tokens";
    }

    @Override
    public boolean isTyped() {
        return false;
    }

    @Override
    public boolean isEmbeddable() {
        return true;
    }

    @Override
    public ContentWriter newWriter(Sink sink, Parts parts) {
        return new TokensWriter(sink);
    }

    @Override
    public ContentReader newReader(Source source, Parts parts) {
        return new TokensReader(source);
    }
}
