package io.parley.representation.bnux;

import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.ParleyException;
import io.parley.representation.XmlText;
import javax.xml.XMLConstants;
import org.jspecify.annotations.Nullable;

/**
 * Names that a writer wrote lately, each at the place of its hash: those were legal, and are found without a look at the
 * table of symbols while the page lasts. It outlives pages and messages. What finds its place taken, takes it.
 */
final class WrittenNames {
    private static final int PLACE_BITS = 8;
    private static final int PLACES = 1 << PLACE_BITS;
    /** Factor that brings all bits of a hash into the highest, from the golden ratio. */
    private static final int SPREAD = 0x9E37_79B9;

    private final @Nullable Name[] names = new @Nullable Name[PLACES];
    private int page = 1;

    /**
     * A name, in one object, so that it takes a line of the processor's cache or two, and not one for each of six
     * arrays.
     */
    static final class Name {
        private String prefix = "";
        private String local = "";
        private String uri = "";
        /** The page in which the symbols are those of the name and of its namespace. */
        private int page;

        private int symbol;
        private int namespace;

        /** The symbol of the name. */
        @HotPath
        int symbol() {
            return symbol;
        }

        /** The symbol of the namespace, if the name has one. */
        @HotPath
        int namespace() {
            return namespace;
        }

        @HotPath
        private boolean is(String otherPrefix, String otherLocal, String otherUri) {
            return otherLocal.equals(local) && otherUri.equals(uri) && otherPrefix.equals(prefix);
        }
    }

    /** Begins another page, which has no symbols yet. */
    void turn() {
        page++;
    }

    /** The name, which stands in its place from now on, until the next one is asked for. */
    @HotPath
    Name find(String prefix, String local, String uri) {
        int place = (local.hashCode() * SPREAD) >>> (Integer.SIZE - PLACE_BITS);
        Name known = names[place];
        return known != null && known.is(prefix, local, uri) ? known : take(place, prefix, local, uri);
    }

    /** Returns whether the page has the name's symbols. */
    @HotPath
    boolean isInPage(Name name) {
        return name.page == page;
    }

    void keep(Name name, int symbol, int namespace) {
        name.page = page;
        name.symbol = symbol;
        name.namespace = namespace;
    }

    private Name take(int place, String prefix, String local, String uri) {
        requireName(local);
        if (!prefix.isEmpty()) {
            requireName(prefix);
        }
        requireBindable(prefix, uri);
        Name name = names[place];
        if (name == null) {
            name = new Name();
            names[place] = name;
        }
        name.prefix = prefix;
        name.local = local;
        name.uri = uri;
        name.page = 0;
        return name;
    }

    /** Refuses bindings that no document can have; whether a prefix is a name is checked where it is used. */
    static void requireBindable(String prefix, String uri) {
        boolean xml = prefix.equals(XMLConstants.XML_NS_PREFIX) == uri.equals(XMLConstants.XML_NS_URI);
        if (!xml || prefix.equals(XMLConstants.XMLNS_ATTRIBUTE) || uri.equals(XMLConstants.XMLNS_ATTRIBUTE_NS_URI)) {
            throw refused("namespace: expected a prefix that may be bound to it, found another");
        }
    }

    private static void requireName(String name) {
        if (!XmlText.isNcName(name)) {
            throw refused("content: expected an XML name without colon, found one of " + name.length()
                    + " characters that is none");
        }
    }

    private static ParleyException refused(String text) {
        return new ParleyException(ErrorCode.ENCODING, text);
    }
}
