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
    /** Of the golden ratio: brings all bits of a hash into the highest. */
    private static final int SPREAD = 0x9E37_79B9;

    private final @Nullable String[] prefixes = new @Nullable String[PLACES];
    private final @Nullable String[] locals = new @Nullable String[PLACES];
    private final @Nullable String[] uris = new @Nullable String[PLACES];
    /** By place: the page in which the symbols are those of the name and of its namespace. */
    private final int[] pages = new int[PLACES];

    private final int[] names = new int[PLACES];
    private final int[] namespaces = new int[PLACES];
    private int page = 1;

    /** Begins another page, which has no symbols yet. */
    void turn() {
        page++;
    }

    /** The place of a name, which stands there from now on. */
    @HotPath
    int place(String prefix, String local, String uri) {
        int place = (local.hashCode() * SPREAD) >>> (Integer.SIZE - PLACE_BITS);
        if (!(local.equals(locals[place]) && uri.equals(uris[place]) && prefix.equals(prefixes[place]))) {
            take(place, prefix, local, uri);
        }
        return place;
    }

    /** Whether the page has its symbols. */
    @HotPath
    boolean isInPage(int place) {
        return pages[place] == page;
    }

    /** The symbol of the name. */
    @HotPath
    int name(int place) {
        return names[place];
    }

    /** The symbol of the namespace, if the name has one. */
    @HotPath
    int namespace(int place) {
        return namespaces[place];
    }

    void keep(int place, int name, int namespace) {
        pages[place] = page;
        names[place] = name;
        namespaces[place] = namespace;
    }

    private void take(int place, String prefix, String local, String uri) {
        requireName(local);
        if (!prefix.isEmpty()) {
            requireName(prefix);
        }
        requireBindable(prefix, uri);
        prefixes[place] = prefix;
        locals[place] = local;
        uris[place] = uri;
        pages[place] = 0;
    }

    /** What no document can bind; that a prefix is a name is checked where it is one. */
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
