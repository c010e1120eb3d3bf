package io.parley.representation.bnux;

import io.parley.representation.OpenElements;
import io.parley.representation.Source;

/** Reusable state of a reader: learned names and buffers, all of bounded size. Belongs to one reader at a time. */
final class Workspace {
    final Symbols symbols = new Symbols();
    final LearnedNames names = new LearnedNames();
    final OpenElements open = new OpenElements(names);
    final TagAttributes attributes = new TagAttributes(names);
    private byte[] body = {};

    /** Starts a message of pages. */
    Portions pages(Source source) {
        names.begin(source);
        return new Pages(source, symbols, body);
    }

    /** Starts a message of pages in pieces. */
    Portions pieces(Source source) {
        names.begin(source);
        return new Pieces(source, symbols, body);
    }

    /** Ends a message. Returns whether another reader may reuse this workspace. */
    boolean end(Portions portions) {
        body = portions.close();
        open.clear();
        attributes.clear();
        symbols.clear();
        return !names.isLarge();
    }
}
