package io.parley.soap;

import io.parley.representation.StaxReader;
import io.parley.soap.HeaderEvents.Kind;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import javax.xml.namespace.NamespaceContext;
import javax.xml.namespace.QName;
import javax.xml.stream.Location;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the events of one header block in the scope of another document, starting at its element: declarations
 * around it are in scope, and its element does not repeat them. It ends with the element. Belongs to one thread at a
 * time.
 */
final class HeaderBlockReader extends StaxReader implements NamespaceContext {
    private final List<Object> flat;
    private final NamespaceContext scope;
    /** Index of the current event. */
    private int at;
    /** Indexes of the open elements' start events. At an end tag its own element is still open. */
    private int[] starts = new int[4];

    private int depth = 1;
    /** Declarations of the block's own element that differ from the scope around it. */
    private final int[] newDeclarations;

    HeaderBlockReader(HeaderEvents block, NamespaceContext scope) {
        this.flat = block.flat();
        this.scope = scope;
        this.newDeclarations = findNew();
    }

    private int[] findNew() {
        int[] findNew = new int[HeaderEvents.declarations(flat, 0)];
        int count = 0;
        for (int i = 0; i < findNew.length; i++) {
            int declaration = HeaderEvents.declaration(0, i);
            if (!text(declaration + 1).equals(scope.getNamespaceURI(text(declaration)))) {
                findNew[count++] = i;
            }
        }
        return Arrays.copyOf(findNew, count);
    }

    @Override
    public boolean hasNext() {
        return depth > 1 || kind() != Kind.END;
    }

    @Override
    public int next() {
        if (!hasNext()) {
            throw new NoSuchElementException("the header block has ended");
        }
        if (kind() == Kind.END) {
            depth--;
        }
        at = HeaderEvents.nextEvent(flat, at);
        if (kind() == Kind.START) {
            if (depth == starts.length) {
                starts = Arrays.copyOf(starts, 2 * depth);
            }
            starts[depth++] = at;
        }
        return getEventType();
    }

    @Override
    public int getEventType() {
        return switch (kind()) {
            case START -> START_ELEMENT;
            case END -> END_ELEMENT;
            case TEXT -> CHARACTERS;
            case CDATA -> CDATA;
            case COMMENT -> COMMENT;
            case INSTRUCTION -> PROCESSING_INSTRUCTION;
        };
    }

    private Kind kind() {
        return (Kind) flat.get(at);
    }

    /** Returns the index of the innermost element's start. */
    private int start() {
        return starts[depth - 1];
    }

    private String text(int index) {
        return (String) flat.get(index);
    }

    @Override
    public QName getName() {
        inState(hasName());
        return HeaderEvents.name(flat, start() + 1);
    }

    @Override
    public String getPrefix() {
        inState(hasName());
        return text(start() + 1);
    }

    @Override
    public String getNamespaceURI() {
        inState(hasName());
        return text(start() + 2);
    }

    @Override
    public String getLocalName() {
        inState(hasName());
        return text(start() + 3);
    }

    @Override
    public int getAttributeCount() {
        inState(kind() == Kind.START);
        return HeaderEvents.attributes(flat, at);
    }

    private int attribute(int index) {
        return HeaderEvents.attribute(flat, at, Objects.checkIndex(index, getAttributeCount()));
    }

    @Override
    public QName getAttributeName(int index) {
        return HeaderEvents.name(flat, attribute(index));
    }

    @Override
    public String getAttributeValue(int index) {
        return text(attribute(index) + 3);
    }

    @Override
    public int getNamespaceCount() {
        inState(hasName());
        return depth == 1 ? newDeclarations.length : HeaderEvents.declarations(flat, start());
    }

    private int declaration(int index) {
        int known = Objects.checkIndex(index, getNamespaceCount());
        return HeaderEvents.declaration(start(), depth == 1 ? newDeclarations[known] : known);
    }

    /** Returns the prefix of a declaration; null for the default namespace, as StAX defines it. */
    @Override
    public @Nullable String getNamespacePrefix(int index) {
        String prefix = text(declaration(index));
        return prefix.isEmpty() ? null : prefix;
    }

    @Override
    public String getNamespaceURI(int index) {
        return text(declaration(index) + 1);
    }

    @Override
    public NamespaceContext getNamespaceContext() {
        return this;
    }

    @Override
    public @Nullable String getNamespaceURI(String prefix) {
        for (int i = depth - 1; i >= 0; i--) {
            for (int d = HeaderEvents.declarations(flat, starts[i]) - 1; d >= 0; d--) {
                int declaration = HeaderEvents.declaration(starts[i], d);
                if (text(declaration).equals(prefix)) {
                    return text(declaration + 1);
                }
            }
        }
        return scope.getNamespaceURI(prefix);
    }

    @Override
    public @Nullable String getPrefix(String uri) {
        for (int i = depth - 1; i >= 0; i--) {
            for (int d = HeaderEvents.declarations(flat, starts[i]) - 1; d >= 0; d--) {
                int declaration = HeaderEvents.declaration(starts[i], d);
                if (text(declaration + 1).equals(uri) && uri.equals(getNamespaceURI(text(declaration)))) {
                    return text(declaration);
                }
            }
        }
        String outer = scope.getPrefix(uri);
        return outer == null || uri.equals(getNamespaceURI(outer)) ? outer : null;
    }

    @Override
    public Iterator<String> getPrefixes(String uri) {
        String prefix = getPrefix(uri);
        return prefix == null ? Collections.emptyIterator() : List.of(prefix).iterator();
    }

    @Override
    public String getText() {
        inState(hasText());
        return text(at + 1);
    }

    @Override
    public String getPITarget() {
        inState(kind() == Kind.INSTRUCTION);
        return text(at + 1);
    }

    @Override
    public String getPIData() {
        inState(kind() == Kind.INSTRUCTION);
        return text(at + 2);
    }

    @Override
    public @Nullable String getCharacterEncodingScheme() {
        return null;
    }

    @Override
    public Location getLocation() {
        return place(at);
    }
}
