package io.parley.codecs.exi;

import com.siemens.ct.exi.core.EXIBodyDecoder;
import com.siemens.ct.exi.core.container.NamespaceDeclaration;
import com.siemens.ct.exi.core.container.ProcessingInstruction;
import com.siemens.ct.exi.core.context.QNameContext;
import com.siemens.ct.exi.core.exceptions.EXIException;
import com.siemens.ct.exi.core.grammars.event.EventType;
import io.netty.buffer.ByteBufUtil;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.binding.ObjectSizes;
import io.parley.codecs.TextBudget;
import io.parley.codecs.WrittenText;
import io.parley.representation.ElementReader;
import io.parley.representation.NumberedNames;
import io.parley.representation.OpenElements;
import io.parley.representation.Source;
import io.parley.representation.XmlText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import javax.xml.namespace.NamespaceContext;
import javax.xml.namespace.QName;
import javax.xml.stream.Location;
import org.jspecify.annotations.Nullable;

/**
 * Reader on the library's decoder, which adds the checks that the library lacks: names and their bindings, characters,
 * the position of text, and the single root.
 */
final class ExiReader extends ElementReader {
    private final Source source;
    private final ExiForm form;
    private final EXIBodyDecoder decoder;
    private final ReadNames names;
    private final OpenElements open;
    private final TextBudget budget;
    private final long maxString;
    private final int maxAttributes;
    private final List<NamespaceDeclaration> declared = new ArrayList<>();
    private final List<Attribute> attributes = new ArrayList<>();

    private int event = START_DOCUMENT;
    private boolean started;
    private boolean rootSeen;
    /** Event after the last start tag, read ahead. */
    private @Nullable EventType lookahead;

    private String text = "";
    private String target = "";

    private record Attribute(int name, String value) {}

    ExiReader(Source source, ExiForm form) {
        this.source = source;
        this.form = form;
        this.names = new ReadNames(source);
        this.open = new OpenElements(names);
        this.budget = new TextBudget(source);
        this.maxString = source.limits().get(Limit.STRING_BYTES);
        this.maxAttributes = source.limits().getInt(Limit.ATTRIBUTES);
        try {
            this.decoder = new PlainDecoder(form.factory());
        } catch (EXIException e) {
            throw new ParleyException(ErrorCode.INTERNAL, "cannot create the EXI decoder", e);
        }
    }

    @Override
    public boolean hasNext() {
        return event != END_DOCUMENT;
    }

    @Override
    public int next() {
        if (event == END_DOCUMENT) {
            throw new NoSuchElementException("the document has ended");
        }
        if (event == END_ELEMENT) {
            open.leave();
        }
        try {
            event = advance();
            return event;
        } catch (ParleyException e) {
            event = END_DOCUMENT;
            throw e;
        }
    }

    /** Reads the next event. The library checks some input by assertions only, which are enabled in tests. */
    private int advance() {
        try {
            if (!started) {
                begin();
            }
            int found;
            do {
                found = read(following());
            } while (found == CHARACTERS && text.isEmpty());
            return found;
        } catch (IOException | EXIException | AssertionError e) {
            throw unreadable(e);
        } catch (ParleyException e) {
            throw e;
        } catch (RuntimeException e) {
            throw unreadable(e);
        }
    }

    private ParleyException unreadable(Throwable cause) {
        return new ParleyException(
                ErrorCode.MALFORMED_MESSAGE, source.at("event") + ": expected an event, found something else", cause);
    }

    private void begin() throws IOException, EXIException {
        started = true;
        BoundedChannel channel = new BoundedChannel(source);
        form.readHeader(channel, source);
        decoder.setInputChannel(channel);
        if (decoder.next() != EventType.START_DOCUMENT) {
            throw malformed("the start of a document", "something else");
        }
        decoder.decodeStartDocument();
    }

    private @Nullable EventType following() throws IOException, EXIException {
        EventType known = lookahead;
        lookahead = null;
        return known == null ? decoder.next() : known;
    }

    private int read(@Nullable EventType type) throws IOException, EXIException {
        if (type == null) {
            throw malformed("an event", "the end of the document");
        }
        return switch (type) {
            case START_ELEMENT, START_ELEMENT_NS, START_ELEMENT_GENERIC, START_ELEMENT_GENERIC_UNDECLARED ->
                startElement();
            case END_ELEMENT, END_ELEMENT_UNDECLARED -> endElement();
            case CHARACTERS, CHARACTERS_GENERIC, CHARACTERS_GENERIC_UNDECLARED -> characters();
            case COMMENT -> comment();
            case PROCESSING_INSTRUCTION -> instruction();
            case END_DOCUMENT -> endOfDocument();
            default -> throw malformed("an event", type.name());
        };
    }

    private int startElement() throws IOException, EXIException {
        if (open.depth() == 0 && rootSeen) {
            throw malformed("one root element", "another");
        }
        rootSeen = true;
        QNameContext name = decoder.decodeStartElement();
        source.enter("element");
        declared.clear();
        attributes.clear();
        EventType type = decoder.next();
        while (readPart(type)) {
            limitAttributes();
            type = decoder.next();
        }
        lookahead = type;
        source.spend(1L + declared.size() + attributes.size(), ObjectSizes.NODE, "element");
        open(name);
        return START_ELEMENT;
    }

    /** Reads an attribute or declaration of the start tag; returns false for another event. */
    private boolean readPart(@Nullable EventType type) throws IOException, EXIException {
        if (type == null) {
            return false;
        }
        switch (type) {
            case NAMESPACE_DECLARATION -> declared.add(decoder.decodeNamespaceDeclaration());
            case ATTRIBUTE, ATTRIBUTE_GENERIC, ATTRIBUTE_GENERIC_UNDECLARED -> attribute(decoder.decodeAttribute());
            default -> {
                return false;
            }
        }
        return true;
    }

    private void attribute(QNameContext name) {
        String value = checked(decoder.getAttributeValue().toString());
        attributes.add(new Attribute(number(name, decoder.getAttributePrefix()), value));
    }

    private int number(QNameContext name, @Nullable String prefix) {
        if (prefix == null) {
            throw malformed("a name with a prefix that was declared", "another");
        }
        return names.nameNumber(prefix, name.getNamespaceUri(), name.getLocalName());
    }

    private void limitAttributes() {
        int found = declared.size() + attributes.size();
        if (found > maxAttributes) {
            throw ParleyException.limit(Limit.ATTRIBUTES, maxAttributes, found, source.at("start tag"));
        }
    }

    private void open(QNameContext name) {
        int number = number(name, decoder.getElementPrefix());
        open.enter(number);
        for (NamespaceDeclaration declaration : declared) {
            int prefix = names.prefixNumber(declaration.prefix);
            int namespace = names.namespaceNumber(declaration.namespaceURI);
            if (open.isDeclaredHere(prefix) || !OpenElements.isLegal(prefix, namespace)) {
                throw malformed("a legal namespace declaration", "another");
            }
            open.declare(prefix, namespace);
        }
        requireBound(number, true);
        for (int i = 0; i < attributes.size(); i++) {
            requireBound(attributes.get(i).name, false);
            requireNew(i);
        }
    }

    private void requireBound(int name, boolean element) {
        int prefix = names.prefixOf(name);
        int expected = prefix == NumberedNames.NONE && !element ? NumberedNames.NONE : open.bound(prefix);
        if (names.namespaceOf(name) != expected) {
            throw malformed("a name whose prefix is bound to its namespace", "another");
        }
    }

    private void requireNew(int index) {
        QName name = names.name(attributes.get(index).name);
        for (int i = 0; i < index; i++) {
            if (names.name(attributes.get(i).name).equals(name)) {
                throw malformed("attributes of different names", "one name twice");
            }
        }
    }

    private int endElement() throws IOException, EXIException {
        decoder.decodeEndElement();
        source.leave();
        return END_ELEMENT;
    }

    private int characters() throws IOException, EXIException {
        if (open.depth() == 0) {
            throw malformed("an event that may stand outside of the root", "text");
        }
        text = checked(decoder.decodeCharacters().toString());
        return CHARACTERS;
    }

    private int comment() throws IOException, EXIException {
        text = checked(new String(decoder.decodeComment()));
        if (!XmlText.isComment(text)) {
            throw malformed("a legal comment", "another");
        }
        return COMMENT;
    }

    private int instruction() throws IOException, EXIException {
        ProcessingInstruction found = decoder.decodeProcessingInstruction();
        target = found.target;
        text = checked(found.data);
        if (!XmlText.isInstruction(target, text)) {
            throw malformed("a legal processing instruction", "another");
        }
        return PROCESSING_INSTRUCTION;
    }

    private int endOfDocument() throws IOException, EXIException {
        decoder.decodeEndDocument();
        if (open.depth() > 0 || !rootSeen) {
            throw malformed("one root element with its end", "the end of the document");
        }
        return END_DOCUMENT;
    }

    /** Returns a text after checking its characters and limits. */
    private String checked(String found) {
        budget.spend(found.length(), source.position());
        int bytes = ByteBufUtil.utf8Bytes(found);
        if (bytes > maxString) {
            throw ParleyException.limit(Limit.STRING_BYTES, maxString, bytes, source.at("text"));
        }
        if (WrittenText.firstIllegal(found) >= 0) {
            throw malformed("XML characters", "others");
        }
        return found;
    }

    private ParleyException malformed(String expected, String found) {
        return ParleyException.malformed(expected, found, source.at("event"));
    }

    @Override
    protected OpenElements open() {
        return open;
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
    public @Nullable String getNamespaceURI(String prefix) {
        return open.find(prefix);
    }

    @Override
    public NamespaceContext getNamespaceContext() {
        return open;
    }

    @Override
    public int getAttributeCount() {
        inState(event == START_ELEMENT);
        return attributes.size();
    }

    @Override
    public QName getAttributeName(int index) {
        return names.name(attribute(index).name);
    }

    @Override
    public String getAttributeValue(int index) {
        return attribute(index).value;
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
        return null;
    }

    @Override
    public Location getLocation() {
        return place(source.position());
    }

    private Attribute attribute(int index) {
        inState(event == START_ELEMENT);
        return attributes.get(Objects.checkIndex(index, attributes.size()));
    }
}
