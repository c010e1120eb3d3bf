package io.parley.representation.xml;

import com.ctc.wstx.exc.WstxLazyException;
import io.netty.buffer.ByteBufUtil;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.representation.ContentReader;
import io.parley.representation.Source;
import io.parley.representation.SourceStream;
import io.parley.schema.SafeXml;
import java.util.HashSet;
import java.util.Set;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.util.StreamReaderDelegate;
import org.jspecify.annotations.Nullable;

/**
 * The hardened parser, held to the limits of the message one by one, so that an error names the setting. The parser's
 * own limits stand one above, for what must not even be collected.
 */
final class XmlReader extends StreamReaderDelegate implements ContentReader {
    private static final Limit[] PARSER_LIMITS = {Limit.DEPTH, Limit.ITEMS, Limit.ATTRIBUTES, Limit.STRING_BYTES};

    private final Source source;
    private final long maxStringBytes;
    private final int maxAttributes;
    private final int maxNames;
    private final Set<String> names = new HashSet<>();
    /** Bytes of the text that the parser hands over in pieces. */
    private long textBytes;

    XmlReader(Source source) {
        this.source = source;
        this.maxStringBytes = source.limits().get(Limit.STRING_BYTES);
        this.maxAttributes = source.limits().getInt(Limit.ATTRIBUTES);
        this.maxNames = source.limits().getInt(Limit.NAMES);
        try {
            setParent(SafeXml.reader(new SourceStream(source), oneAbove(source.limits())));
        } catch (XMLStreamException e) {
            throw SafeXml.refused(e);
        }
        if ("1.1".equals(getVersion())) {
            throw new ParleyException(ErrorCode.XML_REFUSED, "document: expected XML 1.0, found 1.1");
        }
    }

    @Override
    public int next() {
        try {
            int event = super.next();
            check(event);
            return event;
        } catch (XMLStreamException e) {
            throw SafeXml.refused(e);
        } catch (WstxLazyException e) {
            throw new ParleyException(ErrorCode.XML_REFUSED, "expected well-formed text within parley.limits.*", e);
        }
    }

    @Override
    public int nextTag() throws XMLStreamException {
        while (true) {
            int event = next();
            if (event == START_ELEMENT || event == END_ELEMENT) {
                return event;
            }
            boolean skipped = event == COMMENT || event == PROCESSING_INSTRUCTION || isWhiteSpace();
            if (!skipped) {
                throw new XMLStreamException("expected a tag, found event " + event, getLocation());
            }
        }
    }

    @Override
    public String getElementText() throws XMLStreamException {
        require(START_ELEMENT, null, null);
        var text = new StringBuilder();
        for (int event = next(); event != END_ELEMENT; event = next()) {
            if (event == CHARACTERS || event == CDATA || event == SPACE) {
                text.append(getText());
            } else if (event != COMMENT && event != PROCESSING_INSTRUCTION) {
                throw new XMLStreamException("expected text and an end tag, found event " + event, getLocation());
            }
        }
        return text.toString();
    }

    private void check(int event) {
        switch (event) {
            case START_ELEMENT -> {
                source.enter("element");
                source.spend(1L + getAttributeCount() + getNamespaceCount(), "element");
                checkTag();
            }
            case END_ELEMENT -> source.leave();
            case CHARACTERS, CDATA, SPACE, COMMENT -> {
                textBytes += ByteBufUtil.utf8Bytes(getText());
                checkString(textBytes);
                return;
            }
            case PROCESSING_INSTRUCTION -> checkString(getPIData());
            default -> {}
        }
        textBytes = 0;
    }

    private void checkTag() {
        int found = getAttributeCount() + getNamespaceCount();
        if (found > maxAttributes) {
            throw ParleyException.limit(Limit.ATTRIBUTES, maxAttributes, found, source.at("start tag"));
        }
        checkName(getPrefix(), getNamespaceURI(), getLocalName());
        for (int i = 0; i < getAttributeCount(); i++) {
            checkName(getAttributePrefix(i), getAttributeNamespace(i), getAttributeLocalName(i));
            checkString(getAttributeValue(i));
        }
        for (int i = 0; i < getNamespaceCount(); i++) {
            count("p " + getNamespacePrefix(i));
            count("n " + getNamespaceURI(i));
        }
    }

    private void checkName(@Nullable String prefix, @Nullable String namespace, String local) {
        count("q " + prefix + " " + namespace + " " + local);
    }

    private void count(String name) {
        if (names.add(name) && names.size() > maxNames) {
            throw ParleyException.limit(Limit.NAMES, maxNames, names.size(), source.at("name"));
        }
    }

    private void checkString(@Nullable String value) {
        checkString(value == null ? 0 : ByteBufUtil.utf8Bytes(value));
    }

    private void checkString(long bytes) {
        if (bytes > maxStringBytes) {
            throw ParleyException.limit(Limit.STRING_BYTES, maxStringBytes, bytes, source.at("text"));
        }
    }

    private static Limits oneAbove(Limits limits) {
        Limits above = limits;
        for (Limit limit : PARSER_LIMITS) {
            above = above.with(limit, Math.min(limits.get(limit), Long.MAX_VALUE - 1) + 1);
        }
        return above;
    }
}
