package io.parley.representation.tokens;

import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.representation.ElementReader;
import io.parley.representation.OpenElements;
import io.parley.representation.Source;
import io.parley.representation.XmlText;
import java.util.NoSuchElementException;
import java.util.Objects;
import javax.xml.namespace.NamespaceContext;
import javax.xml.namespace.QName;
import javax.xml.stream.Location;
import org.jspecify.annotations.Nullable;

/**
 * A StAX reader that does not coalesce: each text, CDATA section and comment is one event, as it was written. Absent
 * prefixes and namespaces of names are empty strings. Content that no writer can have written ends in a {@link
 * ParleyException}; StAX calls in the wrong state in an {@link IllegalStateException}.
 */
final class TokensReader extends ElementReader {
    private static final int NOTHING = -1;

    private final Source source;
    private final ReaderNames names;
    private final OpenElements open;
    private final Attributes attributes;
    private final int maxAttributes;

    private int event = START_DOCUMENT;
    /** The token behind the current event if it was looked at already. */
    private int ahead = NOTHING;

    private boolean fresh = true;
    private boolean rootSeen;
    /** Whether other content stood outside the root: then runs of events there need not form a document. */
    private boolean embedded;

    private String encoding = "";
    private String target = "";
    private String text = "";

    TokensReader(Source source) {
        this.source = source;
        this.names = new ReaderNames(source);
        this.open = new OpenElements(names);
        this.attributes = new Attributes(source, names);
        this.maxAttributes = source.limits().getInt(Limit.ATTRIBUTES);
    }

    @Override
    public boolean isPaused() {
        if (event == END_DOCUMENT) {
            return false;
        }
        beginDocument();
        return look() == Token.PAUSE;
    }

    @Override
    public void resume() {
        if (!isPaused()) {
            throw new IllegalStateException("the reader is not paused");
        }
        ahead = NOTHING;
        embedded |= openElements() == 0;
    }

    @Override
    public boolean hasNext() {
        return event != END_DOCUMENT;
    }

    @Override
    public int next() {
        beginDocument();
        switch (event) {
            case END_DOCUMENT -> throw new NoSuchElementException("the document has ended");
            case END_ELEMENT -> open.leave();
            case START_ELEMENT -> attributes.clear();
            default -> text = "";
        }
        int token = look();
        ahead = NOTHING;
        event = read(token);
        return event;
    }

    private int read(int token) {
        switch (token) {
            case Token.END_ELEMENT -> {
                return endElement();
            }
            case Token.TEXT -> {
                text(CHARACTERS, "text");
                return legal(!text.isEmpty(), CHARACTERS, "text");
            }
            case Token.CDATA -> {
                text(CDATA, "CDATA section");
                return legal(XmlText.isCdata(text), CDATA, "CDATA section");
            }
            case Token.COMMENT -> {
                readText("comment");
                return legal(XmlText.isComment(text), COMMENT, "comment");
            }
            case Token.INSTRUCTION -> {
                target = source.readString("processing instruction");
                readText("processing instruction");
                return legal(XmlText.isInstruction(target, text), PROCESSING_INSTRUCTION, "processing instruction");
            }
            case Token.END_DOCUMENT -> {
                require(open.depth() == 0 && (rootSeen || embedded), "the end of the root", "the end of the document");
                return END_DOCUMENT;
            }
            default -> {
                return startElement(token);
            }
        }
    }

    private int startElement(int token) {
        int flags = Token.HAS_NAMESPACES | Token.HAS_ATTRIBUTES;
        require((token & ~flags) == Token.START_ELEMENT, "an event", "byte " + token);
        require(open.depth() > 0 || !rootSeen || embedded, "one root element", "another");
        rootSeen = true;
        source.spend(1, "element");
        source.enter("element");
        open.enter(names.readName());
        int declarations = (token & Token.HAS_NAMESPACES) == 0 ? 0 : count(2, 0);
        for (int i = 0; i < declarations; i++) {
            readDeclaration();
        }
        names.check(open.element(), true, open);
        if ((token & Token.HAS_ATTRIBUTES) != 0) {
            attributes.read(count(2, declarations), open);
        }
        return START_ELEMENT;
    }

    private void readDeclaration() {
        int prefix = names.readPrefix();
        int namespace = names.readNamespace();
        require(OpenElements.isLegal(prefix, namespace), "a legal binding", "another");
        require(!open.isDeclaredHere(prefix), "a prefix once", "it twice");
        open.declare(prefix, namespace);
    }

    private int count(int minBytesEach, int already) {
        int count = source.readCount(minBytesEach, "start tag");
        require(count > 0, "at least one", "none");
        if (count > maxAttributes - already) {
            throw ParleyException.limit(
                    Limit.ATTRIBUTES, maxAttributes, (long) count + already, source.at("start tag"));
        }
        return count;
    }

    private int endElement() {
        require(open.depth() > 0, "an event outside of all elements", "an end tag");
        source.leave();
        return END_ELEMENT;
    }

    private int text(int kind, String where) {
        require(open.depth() > 0 || embedded, "text inside the root only", "it outside");
        readText(where);
        return kind;
    }

    private void readText(String where) {
        text = source.readString(where);
        XmlText.check(text, source, where);
    }

    private int legal(boolean legal, int kind, String where) {
        require(legal, "a legal " + where, "another");
        return kind;
    }

    private void require(boolean legal, String expected, String found) {
        if (!legal) {
            throw ParleyException.malformed(expected, found, source.at("content"));
        }
    }

    private int look() {
        if (ahead == NOTHING) {
            ahead = source.readByte();
        }
        return ahead;
    }

    /** Reads what may stand only before the first event. */
    private void beginDocument() {
        if (fresh && look() != Token.PAUSE) {
            fresh = false;
            if (ahead == Token.START_DOCUMENT) {
                ahead = NOTHING;
                encoding = source.readString("document");
                require(XmlText.isEncoding(encoding), "the name of an encoding", "something else");
            }
        }
    }

    @Override
    public int getEventType() {
        return event;
    }

    @Override
    public QName getName() {
        inState(hasName());
        return names.name(open.element());
    }

    @Override
    public NamespaceContext getNamespaceContext() {
        return open;
    }

    @Override
    public @Nullable String getNamespaceURI(String prefix) {
        return open.find(prefix);
    }

    @Override
    protected OpenElements open() {
        return open;
    }

    @Override
    public int getAttributeCount() {
        inState(event == START_ELEMENT);
        return attributes.count();
    }

    @Override
    public QName getAttributeName(int index) {
        inState(event == START_ELEMENT);
        return attributes.name(Objects.checkIndex(index, attributes.count()));
    }

    @Override
    public String getAttributeValue(int index) {
        inState(event == START_ELEMENT);
        return attributes.value(Objects.checkIndex(index, attributes.count()));
    }

    @Override
    public String getText() {
        inState(hasText());
        return text;
    }

    @Override
    public String getPITarget() {
        inState(event == PROCESSING_INSTRUCTION);
        return target;
    }

    @Override
    public String getPIData() {
        inState(event == PROCESSING_INSTRUCTION);
        return text;
    }

    @Override
    public @Nullable String getCharacterEncodingScheme() {
        beginDocument();
        return encoding.isEmpty() ? null : encoding;
    }

    @Override
    public Location getLocation() {
        return place(source.position());
    }

    private int openElements() {
        return event == END_ELEMENT ? open.depth() - 1 : open.depth();
    }
}
