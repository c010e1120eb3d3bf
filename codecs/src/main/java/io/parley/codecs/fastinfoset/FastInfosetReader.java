package io.parley.codecs.fastinfoset;

import io.parley.HotPath;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.codecs.TextBudget;
import io.parley.codecs.WrittenText;
import io.parley.representation.ObjectPool;
import io.parley.representation.Source;
import io.parley.representation.StaxReader;
import io.parley.representation.XmlText;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import javax.xml.namespace.NamespaceContext;
import javax.xml.namespace.QName;
import javax.xml.stream.Location;
import org.jspecify.annotations.Nullable;

/**
 * Reader on the library's parser, item by item after an {@link ItemScan}, which adds the checks that the library lacks:
 * names, declarations, the position of text, and the single root.
 */
final class FastInfosetReader extends StaxReader {
    /** Maximum bytes of a message whose parser is reused. */
    private static final int MAX_REUSED_BYTES = 64 * 1024;

    private final Source source;
    private final ObjectPool<Parser> parsers;
    private final Parser parser;
    private final ItemScan scan;
    private final TextBudget budget;
    private int event = START_DOCUMENT;
    private int depth;
    private boolean rootSeen;
    /** True once the parser was returned for reuse, or failed. */
    private boolean ended;

    private @Nullable String coded;

    FastInfosetReader(Source source, ObjectPool<Parser> parsers) {
        byte[] bytes = new byte[source.checkLength(source.remaining(), Limit.MESSAGE_BYTES, "message")];
        source.readBytes(bytes, 0, bytes.length);
        this.source = source;
        this.scan = new ItemScan(bytes, source);
        this.parsers = parsers;
        this.parser = parsers.take();
        parser.begin(bytes);
        this.budget = new TextBudget(source);
    }

    @Override
    public boolean hasNext() {
        return event != END_DOCUMENT;
    }

    @Override
    @HotPath
    public int next() {
        if (event == END_DOCUMENT) {
            throw new NoSuchElementException("the document has ended");
        }
        try {
            event = parser.advance(scan);
            if (coded != null) {
                coded = null;
            }
            check();
            if (event == END_DOCUMENT) {
                release();
            }
            return event;
        } catch (ParleyException e) {
            event = END_DOCUMENT;
            ended = true;
            throw e;
        }
    }

    /** Returns the parser for reuse; the tables of a long message are not worth keeping. */
    private void release() {
        ended = true;
        if (parser.end() <= MAX_REUSED_BYTES) {
            parsers.give(parser);
        }
    }

    @HotPath
    private void check() {
        switch (event) {
            case START_ELEMENT -> startElement();
            case END_ELEMENT -> {
                depth--;
                source.leave();
            }
            case CHARACTERS, CDATA -> text();
            case COMMENT -> comment();
            case PROCESSING_INSTRUCTION -> instruction();
            case END_DOCUMENT -> endOfDocument();
            default -> throw scan.malformed("an event", "number " + event);
        }
    }

    @HotPath
    private void startElement() {
        if (depth++ == 0) {
            if (rootSeen) {
                throw scan.malformed("one root element", "another");
            }
            rootSeen = true;
        }
        if (scan.hasNewNames()) {
            scan.checkName(parser.getPrefix(), parser.getLocalName());
        }
        for (int i = 0; i < parser.accessNamespaceCount(); i++) {
            checkDeclaration(i);
        }
        budget.spend(parser.attributeCharacters(), scan.at());
    }

    private void checkDeclaration(int index) {
        String prefix = parser.getNamespacePrefix(index);
        boolean legal = (prefix.isEmpty() || !scan.hasNewNames() || XmlText.isNcName(prefix))
                && WrittenText.isLegal(prefix, parser.getNamespaceURI(index));
        for (int i = 0; i < index && legal; i++) {
            legal = !parser.getNamespacePrefix(i).equals(prefix);
        }
        if (!legal) {
            throw scan.malformed("a legal namespace declaration", "another");
        }
    }

    @HotPath
    private void text() {
        if (depth == 0) {
            throw scan.malformed("an event that may stand outside of the root", "text");
        }
        if (scan.isCoded()) {
            coded = parser.decoded();
            if (event == CDATA && !XmlText.isCdata(coded)) {
                throw scan.malformed("a CDATA section without its end mark", "another");
            }
        }
        budget.spend(parser.getTextLength(), scan.at());
        if (scan.isWide()) {
            scan.checkWide(parser.getText());
        }
    }

    private void comment() {
        String text = parser.getText();
        budget.spend(text.length(), scan.at());
        scan.checkWide(text);
        if (!XmlText.isComment(text)) {
            throw scan.malformed("a legal comment", "another");
        }
    }

    private void instruction() {
        String data = parser.getPIData();
        budget.spend(data.length(), scan.at());
        scan.checkWide(data);
        if (!XmlText.isInstruction(parser.getPITarget(), data)) {
            throw scan.malformed("a legal processing instruction", "another");
        }
    }

    private void endOfDocument() {
        if (depth > 0 || !rootSeen) {
            throw scan.malformed("one root element with its end", "the end of the document");
        }
        if (!parser.isAtEnd()) {
            throw scan.malformed("the end of the message", "more bytes");
        }
    }

    @Override
    public int getEventType() {
        return event;
    }

    @Override
    public QName getName() {
        inState(hasName());
        return parser.getName();
    }

    @Override
    public String getLocalName() {
        inState(hasName());
        return parser.accessLocalName();
    }

    @Override
    public String getNamespaceURI() {
        inState(hasName());
        return parser.accessNamespaceURI();
    }

    @Override
    public String getPrefix() {
        inState(hasName());
        return parser.accessPrefix();
    }

    @Override
    public int getNamespaceCount() {
        inState(hasName());
        return parser.accessNamespaceCount();
    }

    /** {@inheritDoc} Null for the default namespace, as StAX requires. */
    @Override
    public @Nullable String getNamespacePrefix(int index) {
        inState(hasName());
        String prefix = parser.getNamespacePrefix(Objects.checkIndex(index, getNamespaceCount()));
        return prefix.isEmpty() ? null : prefix;
    }

    @Override
    public String getNamespaceURI(int index) {
        inState(hasName());
        return parser.getNamespaceURI(Objects.checkIndex(index, getNamespaceCount()));
    }

    @Override
    public @Nullable String getNamespaceURI(String prefix) {
        return ended ? null : parser.getNamespaceURI(prefix);
    }

    @Override
    public NamespaceContext getNamespaceContext() {
        return new InScope();
    }

    @Override
    public int getAttributeCount() {
        inState(event == START_ELEMENT);
        return parser.attributes();
    }

    @Override
    public QName getAttributeName(int index) {
        return parser.attribute(attribute(index)).getQName();
    }

    @Override
    public String getAttributeLocalName(int index) {
        return parser.attribute(attribute(index)).localName;
    }

    @Override
    public String getAttributeNamespace(int index) {
        return parser.attribute(attribute(index)).namespaceName;
    }

    @Override
    public String getAttributePrefix(int index) {
        return parser.attribute(attribute(index)).prefix;
    }

    @Override
    public String getAttributeValue(int index) {
        return parser.attributeValue(attribute(index));
    }

    @Override
    public String getText() {
        inState(hasText());
        String known = coded;
        return known == null ? parser.getText() : known;
    }

    @Override
    public char[] getTextCharacters() {
        inState(hasText());
        return parser.getTextCharacters();
    }

    @Override
    public int getTextCharacters(int sourceStart, char[] into, int targetStart, int length) {
        inState(hasText());
        int copied = Math.min(length, parser.getTextLength() - sourceStart);
        System.arraycopy(parser.getTextCharacters(), parser.getTextStart() + sourceStart, into, targetStart, copied);
        return copied;
    }

    @Override
    public int getTextStart() {
        inState(hasText());
        return parser.getTextStart();
    }

    @Override
    public int getTextLength() {
        inState(hasText());
        return parser.getTextLength();
    }

    @Override
    public String getPITarget() {
        inState(event == PROCESSING_INSTRUCTION);
        return parser.getPITarget();
    }

    @Override
    public String getPIData() {
        inState(event == PROCESSING_INSTRUCTION);
        return parser.getPIData();
    }

    @Override
    public @Nullable String getCharacterEncodingScheme() {
        return null;
    }

    @Override
    public Location getLocation() {
        return place(scan.at());
    }

    private int attribute(int index) {
        return Objects.checkIndex(index, getAttributeCount());
    }

    /** Bindings of this reader's message, valid even after the parser was returned for reuse. */
    private final class InScope implements NamespaceContext {
        @Override
        public String getNamespaceURI(String prefix) {
            return bindings().getNamespaceURI(prefix);
        }

        @Override
        public @Nullable String getPrefix(String uri) {
            return bindings().getPrefix(uri);
        }

        @Override
        public Iterator<String> getPrefixes(String uri) {
            return bindings().getPrefixes(uri);
        }

        private NamespaceContext bindings() {
            return (ended ? new Parser() : parser).getNamespaceContext();
        }
    }
}
