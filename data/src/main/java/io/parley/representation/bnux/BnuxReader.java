package io.parley.representation.bnux;

import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.ParleyException;
import io.parley.representation.ElementReader;
import io.parley.representation.NumberedNames;
import io.parley.representation.ObjectPool;
import io.parley.representation.OpenElements;
import io.parley.representation.Source;
import io.parley.representation.XmlText;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import javax.xml.namespace.NamespaceContext;
import javax.xml.namespace.QName;
import javax.xml.stream.Location;
import org.jspecify.annotations.Nullable;

/**
 * StAX reader of pages. Each token is an event, except that the attributes and declarations of a start tag belong to
 * it; text stays in the pieces in which it was written. Content that is illegal in XML ends in a {@link
 * ParleyException}, StAX calls in the wrong state in an {@link IllegalStateException}.
 */
final class BnuxReader extends ElementReader {
    private static final int NONE = -1;

    private final Source source;
    private final boolean documentTypes;
    private final ObjectPool<Workspace> pool;
    private final Workspace space;
    private final Symbols symbols;
    private final LearnedNames names;
    private final OpenElements open;
    private final TagAttributes attributes;
    private final Portions portions;
    private final boolean inPieces;
    private final TokenReader tokens;

    private int event = START_DOCUMENT;
    private boolean begun;
    private boolean rootSeen;
    /** Whether other content was embedded outside the root, so that the events there need not form a document. */
    private boolean loose;

    private boolean ended;
    private int text = NONE;
    private int target = NONE;
    private @Nullable DocumentType documentType;

    private BnuxReader(Source source, boolean documentTypes, boolean inPieces, ObjectPool<Workspace> pool) {
        this.source = source;
        this.documentTypes = documentTypes;
        this.inPieces = inPieces;
        this.pool = pool;
        this.space = pool.take();
        this.symbols = space.symbols;
        this.names = space.names;
        this.open = space.open;
        this.attributes = space.attributes;
        this.portions = inPieces ? space.pieces(source) : space.pages(source);
        this.tokens = new TokenReader(source, portions, space);
    }

    /** Creates a reader of a document in whole pages. */
    static BnuxReader ofPages(Source source, boolean documentTypes, ObjectPool<Workspace> pool) {
        return new BnuxReader(source, documentTypes, false, pool);
    }

    /** Creates a reader of pages in pieces, between which other encoders wrote. */
    static BnuxReader ofPieces(Source source, ObjectPool<Workspace> pool) {
        return new BnuxReader(source, false, true, pool);
    }

    @Override
    public boolean isPaused() {
        if (ended || !inPieces) {
            return false;
        }
        if (!begun) {
            nextPortionOrClose();
        }
        return tokens.isAtEnd() && portions.isPause();
    }

    @Override
    public void resume() {
        if (!isPaused()) {
            throw new IllegalStateException("the reader is not paused");
        }
        loose |= open.depth() == (event == END_ELEMENT ? 1 : 0);
        nextPortionOrClose();
    }

    private void nextPortionOrClose() {
        try {
            nextPortion();
        } catch (ParleyException e) {
            close();
            throw e;
        }
    }

    @Override
    public boolean hasNext() {
        return event != END_DOCUMENT;
    }

    @Override
    @HotPath
    public int next() {
        try {
            return advance();
        } catch (ParleyException e) {
            close();
            throw e;
        }
    }

    @HotPath
    private int advance() {
        if (event == END_ELEMENT) {
            open.leave();
        } else if (event == END_DOCUMENT) {
            throw new NoSuchElementException("the document has ended");
        }
        while (tokens.isAtEnd()) {
            if (begun && portions.isLast()) {
                return endOfDocument();
            }
            if (portions.isPause()) {
                throw tokens.malformed("an event", "a pause");
            }
            nextPortion();
        }
        int token = tokens.peek();
        event = switch (token & Format.KIND) {
            case Format.TEXT -> text(token);
            case Format.START -> startElement(token);
            case Format.END -> endElement(token);
            case Format.COMMENT -> comment(token);
            case Format.INSTRUCTION -> instruction(token);
            case Format.DOCTYPE -> documentType(token);
            default -> throw tokens.malformed("an event", "token " + token);
        };
        return event;
    }

    private void nextPortion() {
        if (ended) {
            throw new IllegalStateException("the reader was closed");
        }
        if (!begun) {
            begun = true;
            portions.begin();
        } else if (open.depth() == 0 && !inPieces) {
            throw tokens.malformed("pages to end inside the root only", "one that ends outside");
        }
        tokens.nextPortion();
    }

    private int endOfDocument() {
        if (open.depth() > 0 || !(rootSeen || loose)) {
            throw tokens.malformed("one root element with its end", "the end of the last page");
        }
        event = END_DOCUMENT;
        release();
        return event;
    }

    private int text(int token) {
        if (!loose) {
            requireInside("text");
        }
        text = tokens.readOne(token);
        return CHARACTERS;
    }

    private int comment(int token) {
        text = tokens.readOne(token);
        if (!XmlText.isComment(symbols.string(text))) {
            throw tokens.malformed("a legal comment", "another");
        }
        return COMMENT;
    }

    private int instruction(int token) {
        target = tokens.first(token);
        text = tokens.second(token);
        tokens.passTwo(token);
        if (!XmlText.isInstruction(symbols.string(target), symbols.string(text))) {
            throw tokens.malformed("a legal processing instruction", "another");
        }
        return PROCESSING_INSTRUCTION;
    }

    private int endElement(int token) {
        requireInside("an end tag");
        if (token != Format.END) {
            throw tokens.malformed("an end tag without flags", "token " + token);
        }
        tokens.pass();
        source.leave();
        return END_ELEMENT;
    }

    private int documentType(int token) {
        if (token != Format.DOCTYPE || rootSeen || documentType != null) {
            throw tokens.malformed("an event", "a document type or page at the wrong place");
        }
        if (!documentTypes) {
            throw new ParleyException(
                    ErrorCode.XML_REFUSED,
                    tokens.at("document") + ": expected none, found a document type declaration");
        }
        tokens.pass();
        String root = fourBytes();
        String publicId = fourBytes();
        String systemId = fourBytes();
        DocumentType type = DocumentType.of(root, publicId, systemId, fourBytes());
        if (!type.isLegal()) {
            throw tokens.malformed("a legal document type declaration", "another");
        }
        documentType = type;
        return DTD;
    }

    private String fourBytes() {
        return symbols.string(tokens.readIndex());
    }

    @HotPath
    private int startElement(int token) {
        if (open.depth() == 0) {
            beginRoot();
        }
        source.enter("element");
        tokens.readStartTag(token);
        return START_ELEMENT;
    }

    private void beginRoot() {
        if (rootSeen && !loose) {
            throw tokens.malformed("one root element", "another");
        }
        rootSeen = true;
    }

    private void requireInside(String what) {
        if (open.depth() == 0) {
            throw tokens.malformed("an event that may stand outside of the root", what);
        }
    }

    /** Returns the workspace to the pool. The current event cannot be read any more. */
    private void release() {
        if (!ended) {
            ended = true;
            tokens.close();
            if (space.end(portions)) {
                pool.give(space);
            }
        }
    }

    @Override
    public void close() {
        event = END_DOCUMENT;
        release();
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
    public String getLocalName() {
        inState(hasName());
        return names.local(open.element());
    }

    @Override
    public String getNamespaceURI() {
        inState(hasName());
        return names.namespace(names.namespaceOf(open.element()));
    }

    @Override
    public String getPrefix() {
        inState(hasName());
        return names.prefix(names.prefixOf(open.element()));
    }

    @Override
    public NamespaceContext getNamespaceContext() {
        return new InScope();
    }

    @Override
    public @Nullable String getNamespaceURI(String prefix) {
        return ended ? null : open.find(prefix);
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
        return names.name(attribute(index));
    }

    @Override
    public String getAttributeLocalName(int index) {
        return names.local(attribute(index));
    }

    @Override
    public String getAttributeNamespace(int index) {
        return names.namespace(names.namespaceOf(attribute(index)));
    }

    @Override
    public String getAttributePrefix(int index) {
        return names.prefix(names.prefixOf(attribute(index)));
    }

    @Override
    public String getAttributeValue(int index) {
        attribute(index);
        return symbols.string(attributes.value(index));
    }

    /** Returns the declared type of the attribute in the original document. {@code xml:id} always has type ID. */
    @Override
    public String getAttributeType(int index) {
        int name = attribute(index);
        boolean id =
                names.prefixOf(name) == NumberedNames.XML && names.local(name).equals("id");
        return id ? "ID" : attributes.type(index);
    }

    @Override
    public String getText() {
        if (event == DTD) {
            return Objects.requireNonNull(documentType).text();
        }
        inState(hasText());
        return symbols.string(text);
    }

    /** Returns characters of the page without copying them. They are valid until the next call of {@code next}. */
    @Override
    @HotPath
    public char[] getTextCharacters() {
        return hasSymbol() ? symbols.characters(text) : super.getTextCharacters();
    }

    @Override
    public int getTextCharacters(int sourceStart, char[] into, int targetStart, int length) {
        int copied = Math.min(length, getTextLength() - sourceStart);
        System.arraycopy(getTextCharacters(), getTextStart() + sourceStart, into, targetStart, copied);
        return copied;
    }

    @Override
    @HotPath
    public int getTextStart() {
        return hasSymbol() ? symbols.firstCharacter(text) : super.getTextStart();
    }

    @Override
    @HotPath
    public int getTextLength() {
        return hasSymbol() ? symbols.characterCount(text) : super.getTextLength();
    }

    /** Returns whether the current event is a text that is a symbol. */
    private boolean hasSymbol() {
        return event == CHARACTERS || event == COMMENT;
    }

    @Override
    public boolean hasText() {
        return hasSymbol() || event == DTD;
    }

    @Override
    public String getPITarget() {
        inState(event == PROCESSING_INSTRUCTION);
        return symbols.string(target);
    }

    @Override
    public String getPIData() {
        inState(event == PROCESSING_INSTRUCTION);
        return symbols.string(text);
    }

    @Override
    public @Nullable String getCharacterEncodingScheme() {
        return null;
    }

    @Override
    public Location getLocation() {
        return place(source.position());
    }

    private int attribute(int index) {
        inState(event == START_ELEMENT);
        return attributes.name(Objects.checkIndex(index, attributes.count()));
    }

    /** The bindings of this reader's document, which may be referenced after the reader was closed. */
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
            return ended ? new OpenElements(names) : open;
        }
    }
}
