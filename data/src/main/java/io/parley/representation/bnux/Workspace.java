package io.parley.representation.bnux;

import io.parley.representation.OpenElements;
import io.parley.representation.Source;

/**
 * Reusable state of a reader: the names it learned and its buffers, none of a size that a peer could choose. Belongs to
 * one reader at a time.
 */
final class Workspace {
    final Symbols symbols = new Symbols();
    final LearnedNames names = new LearnedNames();
    final OpenElements open = new OpenElements(names);
    final TagAttributes attributes = new TagAttributes(names);
    private byte[] body = {};

    /** Begins a message of pages. */
    Portions pages(Source source) {
        names.begin(source);
        return new Pages(source, symbols, body);
    }

    /** Begins a message that has them in pieces. */
    Portions pieces(Source source) {
        names.begin(source);
        return new Pieces(source, symbols, body);
    }

    /** Ends it; whether another reader may use this. */
    boolean end(Portions portions) {
        body = portions.close();
        open.clear();
        attributes.clear();
        symbols.clear();
        return !names.isLarge();
    }
}
