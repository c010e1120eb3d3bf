package io.parley.codecs.fastinfoset;

import static com.sun.xml.fastinfoset.DecoderStateTables.AII;
import static com.sun.xml.fastinfoset.DecoderStateTables.EII;

import com.sun.xml.fastinfoset.DecoderStateTables;
import com.sun.xml.fastinfoset.EncodingConstants;
import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.binding.ObjectSizes;
import io.parley.representation.Source;
import io.parley.representation.XmlText;
import java.util.Arrays;

/**
 * Checks each item of a message before the library decodes it: the library allocates any declared length, follows any
 * index, and has no limits. Nothing is decoded here; the library's own tables determine the kind of an item. The {@link
 * Parser} uses the result: the index or length of each part. Used by one reader.
 */
final class ItemScan extends StringScan {
    /** First bytes of a message (X.891, clause 12.6). */
    static final byte[] MAGIC = {(byte) 0xE0, 0, 0, 1};

    /** Returned instead of an attribute's name at the end of the attributes. */
    static final int END = -1;

    private static final int CDATA = 9;

    /** Maximum characters per octet, by the number of the encoding algorithm (clause 10). */
    private static final int[] GROWTH = {2, 3, 4, 4, 4, 48, 5, 5, 3, 1};

    private static final int NAMESPACE_BITS = 0xFC;
    private static final int ADD_TEXT = 0x10;
    private static final int WITH_ATTRIBUTES = 0x40;

    private final Source source;
    private final int maxAttributes;

    /** Index of each attribute's name in the table of attributes. */
    private int[] attributeNames = new int[8];

    private boolean coded;

    ItemScan(byte[] bytes, Source source) {
        super(bytes, source.limits());
        this.source = source;
        this.maxAttributes = source.limits().getInt(Limit.ATTRIBUTES);
    }

    /** Returns the index of the name of an attribute of the start tag. */
    int attributeName(int attribute) {
        return attributeNames[attribute];
    }

    /** Returns whether the item's text is encoded by an algorithm. */
    boolean isCoded() {
        return coded;
    }

    /** Checks a prefix and local name. */
    void checkName(String prefix, String local) {
        if (!XmlText.isNcName(local) || (!prefix.isEmpty() && !XmlText.isNcName(prefix))) {
            throw malformed("a legal name", "another");
        }
    }

    /** Reads the header. Refuses optional parts that no message needs. */
    void header() {
        for (byte expected : MAGIC) {
            if ((byte) read() != expected) {
                throw malformed("a Fast Infoset document", "something else");
            }
        }
        int flags = read();
        int known = EncodingConstants.DOCUMENT_CHARACTER_ENCODING_SCHEME
                | EncodingConstants.DOCUMENT_STANDALONE_FLAG
                | EncodingConstants.DOCUMENT_VERSION_FLAG;
        if ((flags & ~known) != 0) {
            throw new ParleyException(
                    ErrorCode.XML_REFUSED,
                    "document: expected no vocabulary, notations, entities or additional data, found some");
        }
        if ((flags & EncodingConstants.DOCUMENT_CHARACTER_ENCODING_SCHEME) != 0) {
            octets(read(), 1);
        }
        if ((flags & EncodingConstants.DOCUMENT_STANDALONE_FLAG) != 0) {
            read();
        }
        if ((flags & EncodingConstants.DOCUMENT_VERSION_FLAG) != 0) {
            string(VocabularySizes.OTHER_STRING);
        }
    }

    /** Starts an item and returns its first byte. */
    @HotPath
    int begin() {
        forgetStrings();
        coded = false;
        return read();
    }

    /** Checks the rest of an item: one event, with the attributes and declarations of a start tag. */
    void rest(int b) {
        switch (EII(b)) {
            case DecoderStateTables.EII_NO_AIIS_INDEX_SMALL,
                    DecoderStateTables.EII_AIIS_INDEX_SMALL,
                    DecoderStateTables.EII_INDEX_MEDIUM,
                    DecoderStateTables.EII_INDEX_LARGE,
                    DecoderStateTables.EII_LITERAL -> {
                elementName(b);
                tag((b & WITH_ATTRIBUTES) != 0, 0);
            }
            case DecoderStateTables.EII_NAMESPACES -> {
                int declared = declarations();
                elementName(read());
                tag((b & WITH_ATTRIBUTES) != 0, declared);
            }
            case DecoderStateTables.COMMENT_II -> string(VocabularySizes.OTHER_STRING);
            case DecoderStateTables.PROCESSING_INSTRUCTION_II -> {
                name(VocabularySizes.OTHER_NAME);
                string(VocabularySizes.OTHER_STRING);
            }
            case DecoderStateTables.TERMINATOR_SINGLE, DecoderStateTables.TERMINATOR_DOUBLE -> {}
            case DecoderStateTables.UNEXPANDED_ENTITY_REFERENCE_II ->
                throw new ParleyException(
                        ErrorCode.XML_REFUSED,
                        place("text", at()) + ": expected its characters, found an entity reference");
            case DecoderStateTables.STATE_ILLEGAL -> throw malformed("an item", "byte " + b);
            default -> text(b);
        }
    }

    private int declarations() {
        int count = 0;
        int b = read();
        while ((b & NAMESPACE_BITS) == EncodingConstants.NAMESPACE_ATTRIBUTE) {
            limitAttributes(++count);
            if ((b & EncodingConstants.NAMESPACE_ATTRIBUTE_PREFIX_FLAG) != 0) {
                name(VocabularySizes.PREFIX);
            }
            if ((b & EncodingConstants.NAMESPACE_ATTRIBUTE_NAME_FLAG) != 0) {
                name(VocabularySizes.NAMESPACE);
            }
            b = read();
        }
        if (b != EncodingConstants.TERMINATOR) {
            throw malformed("the end of the declarations", "byte " + b);
        }
        return count;
    }

    /** Reads an element's name after its first byte; returns its index in the table of elements. */
    @HotPath
    int elementName(int b) {
        return switch (EII(b)) {
            case DecoderStateTables.EII_NO_AIIS_INDEX_SMALL, DecoderStateTables.EII_AIIS_INDEX_SMALL ->
                index(VocabularySizes.ELEMENT, b & EncodingConstants.INTEGER_3RD_BIT_SMALL_MASK);
            case DecoderStateTables.EII_INDEX_MEDIUM ->
                index(
                        VocabularySizes.ELEMENT,
                        ((b & EncodingConstants.INTEGER_3RD_BIT_MEDIUM_MASK) << 8 | read())
                                + EncodingConstants.INTEGER_3RD_BIT_SMALL_LIMIT);
            case DecoderStateTables.EII_INDEX_LARGE -> index(VocabularySizes.ELEMENT, largeElementIndex(b));
            case DecoderStateTables.EII_LITERAL -> newName(b, VocabularySizes.ELEMENT);
            default -> throw malformed("the name of an element", "byte " + b);
        };
    }

    /** Returns the index of an element that is encoded in its first byte. */
    @HotPath
    int smallElement(int b) {
        return index(VocabularySizes.ELEMENT, b & EncodingConstants.INTEGER_3RD_BIT_SMALL_MASK);
    }

    private int largeElementIndex(int b) {
        boolean largest = (b & EncodingConstants.INTEGER_3RD_BIT_LARGE_LARGE_FLAG) != 0x20;
        int high = largest
                ? read() & EncodingConstants.INTEGER_3RD_BIT_LARGE_LARGE_MASK
                : b & EncodingConstants.INTEGER_3RD_BIT_LARGE_MASK;
        return (high << 16 | read() << 8 | read())
                + (largest
                        ? EncodingConstants.INTEGER_3RD_BIT_LARGE_LIMIT
                        : EncodingConstants.INTEGER_3RD_BIT_MEDIUM_LIMIT);
    }

    private int newName(int b, int table) {
        if ((b & EncodingConstants.LITERAL_QNAME_PREFIX_FLAG) != 0) {
            name(VocabularySizes.PREFIX);
        }
        if ((b & EncodingConstants.LITERAL_QNAME_NAMESPACE_NAME_FLAG) != 0) {
            name(VocabularySizes.NAMESPACE);
        }
        name(VocabularySizes.LOCAL_NAME);
        return addName(table);
    }

    /** Checks the attributes after the name of an element. */
    private void tag(boolean hasAttributes, int declared) {
        enter();
        int count = 0;
        while (hasAttributes && attribute(declared, count) != END) {
            value();
            count++;
        }
        leaveTag(declared + count);
    }

    /** Enters an element, after its name. */
    @HotPath
    void enter() {
        source.enter("element");
    }

    /** Ends a start tag with {@code count} attributes and declarations. */
    @HotPath
    void leaveTag(int count) {
        source.spend(1L + count, ObjectSizes.NODE, "element");
    }

    /** Reads the name of an attribute; returns its index in the table of attributes, or {@link #END}. */
    @HotPath
    int attribute(int declared, int before) {
        int name = nextAttribute();
        if (name != END) {
            limitAttributes(declared + before + 1);
            if (before == attributeNames.length) {
                attributeNames = Arrays.copyOf(attributeNames, 2 * before);
            }
            attributeNames[before] = name;
        }
        return name;
    }

    /** Reads the value of an attribute; returns its index, {@link #EMPTY} or {@link #OCTETS}. */
    @HotPath
    int value() {
        return string(VocabularySizes.ATTRIBUTE_VALUE);
    }

    @HotPath
    private int nextAttribute() {
        int b = read();
        return switch (AII(b)) {
            case DecoderStateTables.AII_INDEX_SMALL -> index(VocabularySizes.ATTRIBUTE, b);
            case DecoderStateTables.AII_INDEX_MEDIUM -> index(VocabularySizes.ATTRIBUTE, mediumIndex(b));
            case DecoderStateTables.AII_INDEX_LARGE -> index(VocabularySizes.ATTRIBUTE, largeIndex(b));
            case DecoderStateTables.AII_LITERAL -> newName(b, VocabularySizes.ATTRIBUTE);
            case DecoderStateTables.AII_TERMINATOR_SINGLE, DecoderStateTables.AII_TERMINATOR_DOUBLE -> END;
            default -> throw malformed("an attribute", "byte " + b);
        };
    }

    private void limitAttributes(int count) {
        if (count > maxAttributes) {
            throw ParleyException.limit(Limit.ATTRIBUTES, maxAttributes, count, place("start tag", at()));
        }
    }

    /**
     * Reads characters within an element after their first byte (clause C.15); returns their index or {@link #OCTETS}.
     */
    @HotPath
    int text(int b) {
        switch (EII(b)) {
            case DecoderStateTables.CII_UTF8_SMALL_LENGTH,
                    DecoderStateTables.CII_UTF8_MEDIUM_LENGTH,
                    DecoderStateTables.CII_UTF8_LARGE_LENGTH -> textOctets(b, 1);
            case DecoderStateTables.CII_UTF16_SMALL_LENGTH,
                    DecoderStateTables.CII_UTF16_MEDIUM_LENGTH,
                    DecoderStateTables.CII_UTF16_LARGE_LENGTH -> {
                markWide();
                textOctets(b, 2);
            }
            case DecoderStateTables.CII_RA -> {
                int next = read();
                requireAlphabet((b & 0x02) << 6 | next >> 2);
                textOctets(next, 2);
            }
            case DecoderStateTables.CII_EA -> codedText(b);
            default -> {
                return textIndex(b);
            }
        }
        if ((b & ADD_TEXT) != 0) {
            addText();
        }
        return OCTETS;
    }

    /** Returns the index of a text that is encoded in its first byte. */
    @HotPath
    int smallText(int b) {
        return index(VocabularySizes.TEXT, b & EncodingConstants.INTEGER_4TH_BIT_SMALL_MASK);
    }

    private void codedText(int b) {
        int next = read();
        int algorithm = (b & 0x02) << 6 | next >> 2;
        // The library stores the result, but under another index than the one that it assigns.
        if (algorithm > CDATA || (b & ADD_TEXT) != 0) {
            throw malformed("text by one of the algorithms 0 to 9, for its place alone", "number " + algorithm);
        }
        coded = true;
        textOctets(next, GROWTH[algorithm]);
    }

    private int textIndex(int b) {
        int index = switch (EII(b)) {
            case DecoderStateTables.CII_INDEX_SMALL -> b & EncodingConstants.INTEGER_4TH_BIT_SMALL_MASK;
            case DecoderStateTables.CII_INDEX_MEDIUM ->
                ((b & EncodingConstants.INTEGER_4TH_BIT_MEDIUM_MASK) << 8 | read())
                        + EncodingConstants.INTEGER_4TH_BIT_SMALL_LIMIT;
            case DecoderStateTables.CII_INDEX_LARGE ->
                ((b & EncodingConstants.INTEGER_4TH_BIT_LARGE_MASK) << 16 | read() << 8 | read())
                        + EncodingConstants.INTEGER_4TH_BIT_MEDIUM_LIMIT;
            case DecoderStateTables.CII_INDEX_LARGE_LARGE ->
                (read() << 16 | read() << 8 | read()) + EncodingConstants.INTEGER_4TH_BIT_LARGE_LIMIT;
            default -> throw malformed("an item", "byte " + b);
        };
        return index(VocabularySizes.TEXT, index);
    }
}
