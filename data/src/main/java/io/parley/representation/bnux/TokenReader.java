package io.parley.representation.bnux;

import io.parley.HotPath;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.binding.ObjectSizes;
import io.parley.representation.NumberedNames;
import io.parley.representation.OpenElements;
import io.parley.representation.Source;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Reads the tokens of one page after another: indexes, each a symbol that the page has, and whole start tags. Keeps
 * account of what all uses of symbols would take as text. Belongs to one reader.
 *
 * <p>A token is read ahead of its check for the end of the page, which {@link Intake#SLACK} bytes behind it allow; where it
 * ends follows from its first byte, so that the place is kept once a token.
 */
final class TokenReader {
    private static final VarHandle FOUR_BYTES = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final int NO_NAMESPACE = -1;
    /** Bit set over a token's bits above its kind: whether it has one symbol, inlined or of any width. */
    private static final int ONE_SYMBOL = 0b1010_1010_1010_1010_1010_1010_1110_1111;
    /** Shift that leaves one of four bytes. */
    private static final int BUT_ONE = Integer.SIZE - Byte.SIZE;
    /** A text as it lies in its page and as characters, besides. */
    private static final long TEXT_BYTES = 3 + ObjectSizes.EVENT_TEXT;

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

    /** Moves on to the next page. */
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

    /** Returns whether the page has no more tokens. */
    boolean isAtEnd() {
        return at == end;
    }

    /** The next token's byte, which stays to be read; there is one. */
    @HotPath
    int peek() {
        return body[at] & 0xFF;
    }

    /** Passes a token that has nothing behind its byte. */
    @HotPath
    void pass() {
        at++;
    }

    /** Reads a token with one symbol. */
    @HotPath
    int readOne(int token) {
        int symbol = one(token, at + 1);
        goOnAt(at + 1 + bytesOfOne(token));
        return symbol;
    }

    /** Moves on to the next token, which must not begin beyond the page. */
    @HotPath
    private void goOnAt(int next) {
        at = next;
        if (next > end) {
            throw malformed("a token that ends within its page", "one that does not");
        }
    }

    /** Reads a start tag and opens its element. */
    @HotPath
    void readStartTag(int token) {
        int name = name(token, at + 1);
        goOnAt(at + 1 + bytesOfTwo(token));
        open.enter(name);
        attributes.clear();
        int more = at < end ? body[at] & Format.KIND : Format.END;
        if (more == Format.ATTRIBUTE || more == Format.DECLARATION) {
            readRest(name);
        } else {
            declare(name);
            source.spend(1L + open.declarations(), ObjectSizes.NODE, "element");
        }
    }

    private void readRest(int name) {
        readTag();
        bind(name);
        int declarations = open.declarations();
        if (declarations + attributes.count() > maxAttributes) {
            throw tooManyAttributes();
        }
        source.spend(1L + attributes.count() + declarations, ObjectSizes.NODE, "element");
    }

    /** Reads what belongs to the start tag, in any order. */
    @HotPath
    private void readTag() {
        while (at < end) {
            int token = body[at] & 0xFF;
            int kind = token & Format.KIND;
            if (kind == Format.ATTRIBUTE) {
                readAttribute(token);
            } else if (kind == Format.DECLARATION) {
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
        int name = name(token, at + 1);
        if (names.prefixOf(name) == NumberedNames.NONE && names.namespaceOf(name) != NumberedNames.NONE) {
            throw malformed("a prefix for the namespace of an attribute", "none");
        }
        int place = at + 1 + bytesOfTwo(token);
        int valueToken = body[place] & 0xFF;
        if ((valueToken & Format.KIND) != Format.TEXT) {
            throw malformed("the value of an attribute", "token " + valueToken);
        }
        int value = one(valueToken, place + 1);
        place += 1 + bytesOfOne(valueToken);
        int type = body[place];
        if (!TagAttributes.isType(type)) {
            throw malformed("the type of an attribute", "byte " + (type & 0xFF));
        }
        goOnAt(place + 1);
        if (!attributes.add(name, value, type)) {
            throw malformed("an attribute once", "it twice");
        }
        if (attributes.count() > maxAttributes) {
            throw tooManyAttributes();
        }
    }

    /** A declaration may repeat what is in scope, as older writers have it, but not differ within its tag. */
    private void readDeclaration(int token) {
        int prefix = names.prefix(word(first(token)), source);
        int namespace = names.namespace(word(second(token)), source);
        goOnAt(at + 1 + bytesOfTwo(token));
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

    /** The name that a START or ATTRIBUTE token has, whose indexes are there. */
    @HotPath
    private int name(int token, int place) {
        int symbol;
        int namespace = NO_NAMESPACE;
        if ((token & Format.INLINED) != 0) {
            symbol = known(token >> Format.FIRST_SHIFT);
        } else {
            int width = token >> Format.FIRST_SHIFT & Format.WIDTH;
            symbol = known(number(width, place));
            if (token >> Format.SECOND_SHIFT != Format.ABSENT) {
                namespace = known(number(token >> Format.SECOND_SHIFT, place + 1 + width));
            }
        }
        int name = symbols.knownName(symbol, namespace);
        if (name < 0) {
            name = learn(symbol, namespace);
        }
        spend(symbols.nameBytes(symbol));
        return name;
    }

    private int learn(int symbol, int namespace) {
        int word = word(symbol);
        int uri = namespace == NO_NAMESPACE ? NumberedNames.NONE : names.namespace(word(namespace), source);
        int name = names.name(word, uri, source);
        int bytes = symbols.length(symbol) + (namespace == NO_NAMESPACE ? 0 : symbols.length(namespace));
        symbols.keepName(symbol, namespace, name, bytes);
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

    /**
     * The symbol of a token that has one, whose index is there; without branches that texts at random would mislead.
     */
    @HotPath
    private int one(int token, int place) {
        if ((ONE_SYMBOL >>> (token >> 3) & 1) == 0) {
            throw malformed("a token with one symbol", "token " + token);
        }
        int inlined = -(token >> 3 & 1);
        int width = token >> Format.FIRST_SHIFT & Format.WIDTH;
        int behind = (int) FOUR_BYTES.get(body, place) >>> (BUT_ONE - Byte.SIZE * width);
        return use((token >> Format.FIRST_SHIFT & inlined) | (behind & ~inlined));
    }

    /** The first of two symbols that a token has. */
    int first(int token) {
        if ((token & Format.INLINED) != 0) {
            throw malformed("a token of two symbols", "token " + token);
        }
        return use(number(token >> Format.FIRST_SHIFT & Format.WIDTH, at + 1));
    }

    /** The second of them. */
    int second(int token) {
        return use(number(token >> Format.SECOND_SHIFT, at + 2 + (token >> Format.FIRST_SHIFT & Format.WIDTH)));
    }

    /** Moves on behind a token of two symbols. */
    void passTwo(int token) {
        goOnAt(at + 1 + bytesOfTwo(token));
    }

    /** Reads the index of a symbol that stands alone. */
    int readIndex() {
        int symbol = use(number(Format.FOUR_BYTES, at));
        goOnAt(at + Integer.BYTES);
        return symbol;
    }

    /** Returns the number of index bytes after a token with one symbol: a width is one less than its bytes. */
    @HotPath
    private static int bytesOfOne(int token) {
        return (1 + (token >> Format.FIRST_SHIFT)) & ((token >> 3 & 1) - 1);
    }

    /** The same for one that may have two. */
    @HotPath
    private static int bytesOfTwo(int token) {
        if ((token & Format.INLINED) != 0) {
            return 0;
        }
        int second = token >> Format.SECOND_SHIFT;
        return 1 + (token >> Format.FIRST_SHIFT & Format.WIDTH) + (second == Format.ABSENT ? 0 : 1 + second);
    }

    /** The index of that width there; behind the end of the page it is anything. */
    @HotPath
    private int number(int width, int place) {
        if (width == Format.ABSENT) {
            throw malformed("a symbol", "none");
        }
        return (int) FOUR_BYTES.get(body, place) >>> (BUT_ONE - Byte.SIZE * width);
    }

    /** Passes a symbol that the page has; all uses together may have what a message as text might. */
    @HotPath
    private int use(int symbol) {
        int bytes = symbols.length(known(symbol));
        spend(bytes);
        source.weigh(TEXT_BYTES * bytes);
        return symbol;
    }

    @HotPath
    private int known(int symbol) {
        if (symbol < 0 || symbol >= symbolCount) {
            throw malformed("one of " + symbolCount + " symbols", Integer.toUnsignedString(symbol));
        }
        return symbol;
    }

    @HotPath
    private void spend(int bytes) {
        used += bytes;
        if (used > maxText) {
            throw ParleyException.limit(Limit.MESSAGE_BYTES, maxText, used, at("content written out"));
        }
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
