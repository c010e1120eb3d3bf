package io.parley.representation.bnux;

import io.parley.HotPath;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.representation.NumberedNames;
import io.parley.representation.OpenElements;
import io.parley.representation.Source;

/**
 * Reads the tokens of one page after another: indexes, each a symbol that the page has, and whole start tags. Keeps
 * account of what all uses of symbols would take as text. Belongs to one reader.
 */
final class TokenReader {
    private static final int NO_NAMESPACE = -1;

    private final Source source;
    private final Portions portions;
    private final Symbols symbols;
    private final LearnedNames names;
    private final OpenElements open;
    private final TagAttributes attributes;
    private final int maxAttributes;
    private final long maxText;

    private byte[] body = {};
    private int at;
    private int end;
    private int symbolCount;
    /** Bytes that all names, values and texts so far have, each as often as it was used. */
    private long used;

    TokenReader(Source source, Portions portions, Workspace space) {
        this.source = source;
        this.portions = portions;
        this.symbols = space.symbols;
        this.names = space.names;
        this.open = space.open;
        this.attributes = space.attributes;
        this.maxAttributes = source.limits().getInt(Limit.ATTRIBUTES);
        this.maxText = source.limits().get(Limit.MESSAGE_BYTES);
    }

    /** Goes on with the next page. */
    void turn() {
        portions.turn();
        body = portions.body();
        at = portions.tokens();
        end = portions.end();
        symbolCount = symbols.count();
    }

    /** Leaves the page. */
    void close() {
        body = new byte[0];
        at = 0;
        end = 0;
    }

    /** Whether the page has no more tokens. */
    boolean isAtEnd() {
        return at == end;
    }

    /** The next token's byte; there is one. */
    @HotPath
    int next() {
        return body[at++] & 0xFF;
    }

    /** Checks that what was read stood in the page. */
    @HotPath
    void requireWithinPage() {
        if (at > end) {
            throw malformed("a token that ends within its page", "one that does not");
        }
    }

    /** Reads the rest of a start tag and opens its element. */
    @HotPath
    void startTag(int token) {
        attributes.clear();
        int name = name(token);
        open.enter(name);
        readTag();
        bind(name);
        int declarations = open.declarations();
        if (declarations + attributes.count() > maxAttributes) {
            throw tooManyAttributes();
        }
        source.spend(1L + attributes.count() + declarations, "element");
    }

    /** Reads what belongs to the start tag, in any order. */
    @HotPath
    private void readTag() {
        while (at < end) {
            int token = body[at] & 0xFF;
            int kind = token & Format.KIND;
            if (kind == Format.ATTRIBUTE) {
                at++;
                readAttribute(token);
            } else if (kind == Format.DECLARATION) {
                at++;
                readDeclaration(token);
            } else {
                return;
            }
        }
    }

    /** A name declares its prefix where nothing else does; then all names of the tag must be bound as they say. */
    @HotPath
    private void bind(int element) {
        declare(element);
        int count = attributes.count();
        for (int i = 0; i < count; i++) {
            if (names.prefixOf(attributes.name(i)) != NumberedNames.NONE) {
                declare(attributes.name(i));
            }
        }
        if (open.declarations() > 0) {
            requireBound(element);
            for (int i = 0; i < count; i++) {
                if (names.prefixOf(attributes.name(i)) != NumberedNames.NONE) {
                    requireBound(attributes.name(i));
                }
            }
        }
    }

    @HotPath
    private void declare(int name) {
        int prefix = names.prefixOf(name);
        if (open.bound(prefix) != names.namespaceOf(name) && !open.isDeclaredHere(prefix)) {
            open.declare(prefix, names.namespaceOf(name));
        }
    }

    private void requireBound(int name) {
        if (open.bound(names.prefixOf(name)) != names.namespaceOf(name)) {
            throw twoNamespaces();
        }
    }

    @HotPath
    private void readAttribute(int token) {
        int name = name(token);
        if (names.prefixOf(name) == NumberedNames.NONE && names.namespaceOf(name) != NumberedNames.NONE) {
            throw malformed("a prefix for the namespace of an attribute", "none");
        }
        int valueToken = body[at++] & 0xFF;
        if ((valueToken & Format.KIND) != Format.TEXT) {
            throw malformed("the value of an attribute", "token " + valueToken);
        }
        int value = value(valueToken);
        int type = body[at++];
        if (!TagAttributes.isType(type)) {
            throw malformed("the type of an attribute", "byte " + (type & 0xFF));
        }
        if (!attributes.add(name, value, type)) {
            throw malformed("an attribute once", "it twice");
        }
        if (attributes.count() > maxAttributes) {
            throw tooManyAttributes();
        }
    }

    /** A declaration may repeat what is in scope, as older writers have it, but not differ within its tag. */
    private void readDeclaration(int token) {
        if ((token & Format.INLINED) != 0) {
            throw malformed("a declaration of two symbols", "token " + token);
        }
        int prefix = names.prefix(word(first(token)), source);
        int namespace = names.namespace(word(second(token)), source);
        if (!OpenElements.isLegal(prefix, namespace)) {
            throw malformed("a legal binding", "another");
        }
        if (!open.isDeclaredHere(prefix)) {
            open.declare(prefix, namespace);
        } else if (open.bound(prefix) != namespace) {
            throw twoNamespaces();
        }
        if (open.declarations() > maxAttributes) {
            throw tooManyAttributes();
        }
    }

    /** The name that a START or ATTRIBUTE token has. */
    @HotPath
    private int name(int token) {
        int symbol;
        int namespace = NO_NAMESPACE;
        if ((token & Format.INLINED) != 0) {
            symbol = use(token >> Format.FIRST_SHIFT);
        } else {
            symbol = first(token);
            if (token >> Format.SECOND_SHIFT != Format.ABSENT) {
                namespace = second(token);
            }
        }
        int known = symbols.knownName(symbol, namespace);
        return known >= 0 ? known : name(symbol, namespace);
    }

    private int name(int symbol, int namespace) {
        int word = word(symbol);
        int uri = namespace == NO_NAMESPACE ? NumberedNames.NONE : names.namespace(word(namespace), source);
        int name = names.name(word, uri, source);
        symbols.keepName(symbol, namespace, name);
        return name;
    }

    @HotPath
    private int word(int symbol) {
        int word = symbols.word(symbol);
        if (word == 0) {
            word = names.word(symbols, symbol);
            symbols.keepWord(symbol, word);
        }
        return word;
    }

    /** The symbol of a token that has one. */
    @HotPath
    int value(int token) {
        if ((token & Format.INLINED) != 0) {
            return use(token >> Format.FIRST_SHIFT);
        }
        if (token >> Format.SECOND_SHIFT != 0) {
            throw malformed("a token with one symbol", "token " + token);
        }
        return index(token >> Format.FIRST_SHIFT);
    }

    @HotPath
    int first(int token) {
        return index(token >> Format.FIRST_SHIFT & Format.WIDTH);
    }

    @HotPath
    int second(int token) {
        return index(token >> Format.SECOND_SHIFT);
    }

    /** Reads the index of a symbol. */
    int index(int width) {
        return use(number(width));
    }

    /** Reads an index; behind the end of the page it is anything, which {@link #requireWithinPage} notices. */
    @HotPath
    private int number(int width) {
        switch (width) {
            case Format.ONE_BYTE -> {
                return body[at++] & 0xFF;
            }
            case Format.TWO_BYTES -> {
                at += 2;
                return (body[at - 2] & 0xFF) << 8 | (body[at - 1] & 0xFF);
            }
            case Format.FOUR_BYTES -> {
                at += 4;
                return body[at - 4] << 24
                        | (body[at - 3] & 0xFF) << 16
                        | (body[at - 2] & 0xFF) << 8
                        | (body[at - 1] & 0xFF);
            }
            default -> throw malformed("a symbol", "none");
        }
    }

    /** Passes a symbol that the page has; all uses together may have what a message as text might. */
    @HotPath
    private int use(int symbol) {
        if (symbol < 0 || symbol >= symbolCount) {
            throw malformed("one of " + symbolCount + " symbols", Integer.toUnsignedString(symbol));
        }
        used += symbols.length(symbol);
        if (used > maxText) {
            throw ParleyException.limit(Limit.MESSAGE_BYTES, maxText, used, at("content written out"));
        }
        return symbol;
    }

    private ParleyException tooManyAttributes() {
        return ParleyException.limit(
                Limit.ATTRIBUTES, maxAttributes, (long) open.declarations() + attributes.count(), at("start tag"));
    }

    private ParleyException twoNamespaces() {
        return malformed("one namespace for a prefix of a tag", "two");
    }

    ParleyException malformed(String expected, String found) {
        return ParleyException.malformed(expected, found, at("content"));
    }

    String at(String where) {
        return where + " at byte " + at + " of portion " + portions.number();
    }
}
