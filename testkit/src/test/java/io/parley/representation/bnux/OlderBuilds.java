package io.parley.representation.bnux;

import io.parley.binding.Parts;
import io.parley.representation.ContentReader;
import io.parley.representation.ContentWriter;
import io.parley.representation.ObjectPool;
import io.parley.representation.Representation;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import io.parley.representation.StartTag;

/**
 * Older builds of Nux, whose files differ in an order that readers do not notice. Two groups of golden files come from
 * them.
 */
abstract class OlderBuilds implements Representation {
    private final Representation current = Bnux.forDocuments(0);

    private OlderBuilds() {}

    @Override
    public String name() {
        return current.name();
    }

    @Override
    public boolean isTyped() {
        return false;
    }

    @Override
    public boolean isEmbeddable() {
        return false;
    }

    @Override
    public ContentReader newReader(Source source, Parts parts) {
        return current.newReader(source, parts);
    }

    /** The build that wrote declarations before attributes. */
    static final class DeclarationsFirst extends OlderBuilds {
        @Override
        public ContentWriter newWriter(Sink sink, Parts parts) {
            return new BnuxWriter(sink, 0, true, new ObjectPool<>(PageBuilder::new)) {
                @Override
                void rest(StartTag tag) {
                    declarations(tag);
                    attributes(tag);
                }
            };
        }
    }

    /** The build that used one symbol for the name {@code a:b} and the text {@code a:b}. */
    static final class WholeStrings extends OlderBuilds {
        @Override
        public ContentWriter newWriter(Sink sink, Parts parts) {
            return new BnuxWriter(sink, 0, true, new ObjectPool<>(() -> new PageBuilder(new OneIdentity())));
        }
    }

    private static final class OneIdentity extends SymbolTable {
        @Override
        int useName(String prefix, String local) {
            return use(prefix.isEmpty() ? local : prefix + ":" + local);
        }
    }
}
