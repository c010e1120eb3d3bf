package io.parley.representation.bnux;

import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.ParleyException;
import io.parley.representation.XmlText;
import javax.xml.XMLConstants;
import org.jspecify.annotations.Nullable;

/**
 * Cache of recently written names, indexed by hash. Cached names are known to be legal, and their symbols are found
 * without a lookup in the symbol table while the page lasts. It outlives pages and messages. A name that collides with
 * another one replaces it.
 */
final class WrittenNames {
    private static final int INDEX_BITS = 8;
    private static final int SIZE = 1 << INDEX_BITS;
    /** Multiplier that spreads all bits of a hash into the highest ones, from the golden ratio. */
    private static final int SPREAD = 0x9E37_79B9;

    private final @Nullable Name[] names = new @Nullable Name[SIZE];
    private int page = 1;

    /** A name as one object, so that it occupies one or two cache lines instead of one in each of six arrays. */
    static final class Name {
        private String prefix = "";
        private String local = "";
        private String uri = "";
        /** The page for which the symbols of the name and its namespace are valid. */
        private int page;

        private int symbol;
        private int namespace;

        /** Returns the symbol of the name. */
        @HotPath
        int symbol() {
            return symbol;
        }

        /** Returns the symbol of the namespace, if the name has one. */
        @HotPath
        int namespace() {
            return namespace;
        }

        @HotPath
        private boolean is(String otherPrefix, String otherLocal, String otherUri) {
            return otherLocal.equals(local) && otherUri.equals(uri) && otherPrefix.equals(prefix);
        }
    }

    /** Starts another page, which has no symbols yet. */
    void startPage() {
        page++;
    }

    /** Returns the name, which is cached from now on. The object is valid until the next call. */
    @HotPath
    Name find(String prefix, String local, String uri) {
        int index = (local.hashCode() * SPREAD) >>> (Integer.SIZE - INDEX_BITS);
        Name known = names[index];
        return known != null && known.is(prefix, local, uri) ? known : take(index, prefix, local, uri);
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

    private Name take(int index, String prefix, String local, String uri) {
        requireName(local);
        if (!prefix.isEmpty()) {
            requireName(prefix);
        }
        requireBindable(prefix, uri);
        Name name = names[index];
        if (name == null) {
            name = new Name();
            names[index] = name;
        }
        name.prefix = prefix;
        name.local = local;
        name.uri = uri;
        name.page = 0;
        return name;
    }

    /** Rejects bindings that no document can contain. The prefix itself is checked where it is used. */
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
