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
 * Reader of the tokens of one page after another: checked symbol indexes, and whole start tags. Counts the text that
 * all uses of symbols expand to. Belongs to one reader.
 *
 * <p>A token is read before its end is checked against that of the page, which {@link Intake#SLACK} bytes after the
 * page permit. The end follows from the first byte, so the position is updated once for each token.
 */
final class TokenReader {
    private static final VarHandle FOUR_BYTES = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final int NO_NAMESPACE = -1;
    /** Bit set indexed by a token's bits above its kind: whether it has one symbol, inlined or of any width. */
    private static final int ONE_SYMBOL = 0b1010_1010_1010_1010_1010_1010_1110_1111;
    /** Shift that leaves one of four bytes. */
    private static final int BUT_ONE = Integer.SIZE - Byte.SIZE;
    /** Estimated bytes on the heap for each byte of text: in its page, as characters, and as an event. */
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
    /** Total bytes of all names, values and texts so far, each counted as often as it was used. */
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

    /** Moves on to the next portion. */
    void nextPortion() {
        portions.fetch();
        body = portions.body();
        at = portions.tokens();
        end = portions.end();
        symbolCount = symbols.count();
    }

    /** Releases the page. */
    void close() {
        body = new byte[0];
        at = 0;
        end = 0;
    }

    /** Returns whether the portion has no more tokens. */
    boolean isAtEnd() {
        return at == end;
    }

    /** Returns the next token without consuming it. There must be one. */
    @HotPath
    int peek() {
        return body[at] & 0xFF;
    }

    /** Skips a token that consists of its first byte. */
    @HotPath
    void pass() {
        at++;
    }

    /** Reads a token with one symbol. */
    @HotPath
    int readOne(int token) {
        int symbol = one(token, at + 1);
        moveTo(at + 1 + bytesOfOne(token));
        return symbol;
    }

    /** Moves to the next token, which must not start beyond the end of the page. */
    @HotPath
    private void moveTo(int next) {
        at = next;
        if (next > end) {
            throw malformed("a token that ends within its page", "one that does not");
        }
    }

    /** Reads a start tag and opens its element. */
    @HotPath
    void readStartTag(int token) {
        int name = name(token, at + 1);
        moveTo(at + 1 + bytesOfTwo(token));
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

    /** Reads the attributes and declarations of a start tag, in any order. */
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

    /**
     * Declares the prefixes of names that are not declared otherwise, then checks that all names of the tag have their
     * namespaces.
     */
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
        moveTo(place + 1);
        if (!attributes.add(name, value, type)) {
            throw malformed("an attribute once", "it twice");
        }
        if (attributes.count() > maxAttributes) {
            throw tooManyAttributes();
        }
    }

    /**
     * Reads a declaration. It may repeat one in scope, as older writers do, but not contradict another one in its tag.
     */
    private void readDeclaration(int token) {
        int prefix = names.prefix(word(first(token)), source);
        int namespace = names.namespace(word(second(token)), source);
        moveTo(at + 1 + bytesOfTwo(token));
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

    /** Returns the name of a START or ATTRIBUTE token whose indexes are at that place. */
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

    /** Returns the symbol of a token that has a single one. Free of branches, which random texts would mispredict. */
    @HotPath
    private int one(int token, int place) {
        if ((ONE_SYMBOL >>> (token >> 3) & 1) == 0) {
            throw malformed("a token with one symbol", "token " + token);
        }
        int inlined = -(token >> 3 & 1);
        int width = token >> Format.FIRST_SHIFT & Format.WIDTH;
        int following = (int) FOUR_BYTES.get(body, place) >>> (BUT_ONE - Byte.SIZE * width);
        return use((token >> Format.FIRST_SHIFT & inlined) | (following & ~inlined));
    }

    /** Returns the first of a token's two symbols. */
    int first(int token) {
        if ((token & Format.INLINED) != 0) {
            throw malformed("a token of two symbols", "token " + token);
        }
        return use(number(token >> Format.FIRST_SHIFT & Format.WIDTH, at + 1));
    }

    /** Returns the second of a token's two symbols. */
    int second(int token) {
        return use(number(token >> Format.SECOND_SHIFT, at + 2 + (token >> Format.FIRST_SHIFT & Format.WIDTH)));
    }

    /** Skips a token of two symbols. */
    void passTwo(int token) {
        moveTo(at + 1 + bytesOfTwo(token));
    }

    /** Reads the index of a symbol, which is not part of a token. */
    int readIndex() {
        int symbol = use(number(Format.FOUR_BYTES, at));
        moveTo(at + Integer.BYTES);
        return symbol;
    }

    /** Returns the number of index bytes of a token with one symbol. A width code is the number of bytes minus one. */
    @HotPath
    private static int bytesOfOne(int token) {
        return (1 + (token >> Format.FIRST_SHIFT)) & ((token >> 3 & 1) - 1);
    }

    /** Returns the number of index bytes of a token that may have two symbols. */
    @HotPath
    private static int bytesOfTwo(int token) {
        if ((token & Format.INLINED) != 0) {
            return 0;
        }
        int second = token >> Format.SECOND_SHIFT;
        return 1 + (token >> Format.FIRST_SHIFT & Format.WIDTH) + (second == Format.ABSENT ? 0 : 1 + second);
    }

    /** Returns the index of that width at that place. Beyond the end of the page it is undefined. */
    @HotPath
    private int number(int width, int place) {
        if (width == Format.ABSENT) {
            throw malformed("a symbol", "none");
        }
        return (int) FOUR_BYTES.get(body, place) >>> (BUT_ONE - Byte.SIZE * width);
    }

    /** Checks and counts a use of a symbol. All uses together may expand to at most the limit of a message. */
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
