package io.parley.representation.xml;

import io.netty.buffer.ByteBufUtil;
import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.binding.ObjectSizes;
import io.parley.representation.ContentReader;
import io.parley.representation.Source;
import io.parley.representation.SourceStream;
import io.parley.schema.EachEventReader;
import io.parley.schema.SafeXml;
import io.parley.schema.SeenNames;
import java.util.NoSuchElementException;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * The hardened parser, with the limits of the message checked one by one, so that errors name the setting. The parser's
 * own limits are higher by one, and only prevent it from collecting excessive content.
 */
final class XmlReader extends EachEventReader implements ContentReader {
    private static final Limit[] PARSER_LIMITS = {Limit.DEPTH, Limit.ITEMS, Limit.ATTRIBUTES, Limit.STRING_BYTES};

    /** Greatest number of UTF-8 bytes of a {@code char}, which no other encoding exceeds for the same input byte. */
    private static final int MAX_BYTES_OF_CHAR = 3;

    /** Least number of bytes of a name in any document: an element is at least {@code <a/>}. */
    private static final int MIN_BYTES_OF_NAME = 4;

    /** Cached limits of the previous reader, which mostly are the same. */
    private static volatile ParserLimits last = ParserLimits.of(Limits.defaults());

    private final Source source;
    private final XMLStreamReader parser;

    private final long maxStringBytes;
    private final int maxAttributes;
    private final int maxNames;
    /** Whether the whole message is too short to contain a text above the limit. */
    private final boolean textsFit;

    /** The names of the message; null if it is too short to exceed the limit, so that they need not be counted. */
    private final @Nullable SeenNames names;
    /** Bytes of the current text, which the parser returns in pieces. */
    private long textBytes;

    XmlReader(Source source) {
        this.source = source;
        this.maxStringBytes = source.limits().get(Limit.STRING_BYTES);
        this.maxAttributes = source.limits().getInt(Limit.ATTRIBUTES);
        this.maxNames = source.limits().getInt(Limit.NAMES);
        this.names = source.isShorterThan((long) MIN_BYTES_OF_NAME * maxNames) ? null : new SeenNames();
        this.textsFit = source.isShorterThan(maxStringBytes / MAX_BYTES_OF_CHAR);
        try {
            parser = SafeXml.parser(new SourceStream(source), parserLimits(source.limits()));
            setParent(parser);
        } catch (XMLStreamException e) {
            throw SafeXml.refused(e);
        }
        if ("1.1".equals(getVersion())) {
            throw new ParleyException(ErrorCode.XML_REFUSED, "document: expected XML 1.0, found 1.1");
        }
    }

    @Override
    @HotPath
    public int next() {
        int event = advance();
        check(event);
        return event;
    }

    /** Advances the parser. Converts its various exceptions; those of the source propagate. */
    @HotPath
    private int advance() {
        try {
            return parser.next();
        } catch (XMLStreamException e) {
            throw SafeXml.refused(e);
        } catch (ParleyException | NoSuchElementException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new ParleyException(ErrorCode.XML_REFUSED, "expected well-formed text within parley.limits.*", e);
        }
    }

    /** Returns the value, after checking its length in bytes. The parser has limited its length in chars. */
    @Override
    public String getAttributeValue(int index) {
        String value = parser.getAttributeValue(index);
        checkString(value);
        return value;
    }

    @Override
    public @Nullable String getAttributeValue(@Nullable String namespace, String local) {
        String value = parser.getAttributeValue(namespace, local);
        checkString(value);
        return value;
    }

    @HotPath
    private void check(int event) {
        switch (event) {
            case START_ELEMENT -> {
                source.enter("element");
                int attributes = parser.getAttributeCount();
                int declarations = parser.getNamespaceCount();
                source.spend(1L + attributes + declarations, ObjectSizes.NODE, "element");
                checkTag(attributes, declarations);
            }
            case END_ELEMENT -> source.leave();
            case CHARACTERS, CDATA, SPACE, COMMENT -> {
                source.weigh(ObjectSizes.EVENT_TEXT * parser.getTextLength());
                if (!textsFit) {
                    textBytes += bytesOfText();
                    checkString(textBytes);
                }
                return;
            }
            case PROCESSING_INSTRUCTION -> checkString(getPIData());
            case ENTITY_REFERENCE ->
                throw new ParleyException(
                        ErrorCode.XML_REFUSED,
                        source.at("text") + ": expected its characters, found an entity reference");
            case DTD ->
                throw new ParleyException(
                        ErrorCode.XML_REFUSED,
                        source.at("document") + ": expected no document type declaration, found one");
            default -> {}
        }
        textBytes = 0;
    }

    @HotPath
    private void checkTag(int attributes, int declarations) {
        int found = attributes + declarations;
        if (found > maxAttributes) {
            throw ParleyException.limit(Limit.ATTRIBUTES, maxAttributes, found, source.at("start tag"));
        }
        SeenNames counted = names;
        if (counted != null && counted.exceed(maxNames, parser)) {
            throw ParleyException.limit(Limit.NAMES, maxNames, counted.size(), source.at("name"));
        }
    }

    /**
     * Returns the UTF-8 length of the current text, without creating a string. Halves of surrogate pairs count two
     * bytes each.
     */
    @HotPath
    private int bytesOfText() {
        char[] characters = parser.getTextCharacters();
        int start = parser.getTextStart();
        int end = start + parser.getTextLength();
        int bytes = end - start;
        for (int i = start; i < end; i++) {
            char c = characters[i];
            bytes += c < 0x80 ? 0 : c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
        }
        return bytes;
    }

    private void checkString(@Nullable String value) {
        if (value != null && value.length() > maxStringBytes / MAX_BYTES_OF_CHAR) {
            checkString(ByteBufUtil.utf8Bytes(value));
        }
    }

    private void checkString(long bytes) {
        if (bytes > maxStringBytes) {
            throw ParleyException.limit(Limit.STRING_BYTES, maxStringBytes, bytes, source.at("text"));
        }
    }

    private static Limits parserLimits(Limits limits) {
        ParserLimits known = last;
        if (!known.of.equals(limits)) {
            known = ParserLimits.of(limits);
            last = known;
        }
        return known.above;
    }

    /**
     * Limits that the parser enforces.
     *
     * @param of the limits of the message
     * @param above the same limits plus one
     */
    private record ParserLimits(Limits of, Limits above) {
        static ParserLimits of(Limits limits) {
            Limits above = limits;
            for (Limit limit : PARSER_LIMITS) {
                above = above.with(limit, Math.min(limits.get(limit), Long.MAX_VALUE - 1) + 1);
            }
            return new ParserLimits(limits, above);
        }
    }
}
