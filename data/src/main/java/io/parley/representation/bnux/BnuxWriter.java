package io.parley.representation.bnux;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.representation.ObjectPool;
import io.parley.representation.Sink;
import io.parley.representation.StartTag;
import io.parley.representation.StaxWriter;
import java.util.Arrays;
import java.util.zip.Deflater;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/**
 * Writer that collects events into pages, and writes each page when it is full. A name implies the declaration of its
 * prefix, so only declarations that are not implied by the names of a tag, and not in scope, are written.
 */
class BnuxWriter extends StaxWriter {
    private final Sink sink;
    private final boolean documents;
    private final ObjectPool<PageBuilder> pool;
    private final PageBuilder page;
    private final @Nullable Deflater deflater;
    private byte[] deflated = {};
    private boolean begun;
    private boolean rootSeen;
    private boolean documentTypeSeen;

    BnuxWriter(Sink sink, int level, boolean documents, ObjectPool<PageBuilder> pool) {
        this.sink = sink;
        this.pool = pool;
        this.page = pool.take();
        this.documents = documents;
        this.deflater = level == 0 ? null : new Deflater(level);
        page.base("");
    }

    /** Creates a writer of pages in pieces, which have no base URI. */
    BnuxWriter(Sink sink, ObjectPool<PageBuilder> pool) {
        this.sink = sink;
        this.pool = pool;
        this.page = pool.take();
        this.documents = false;
        this.deflater = null;
    }

    final Sink sink() {
        return sink;
    }

    final PageBuilder page() {
        return page;
    }

    /** Returns whether events outside the root need not form a document. */
    boolean isLoose() {
        return false;
    }

    /** Ends the page of a document, if it contains a token that may end a page. */
    @Override
    public void flush() {
        if (documents && rootSeen && depth() > 0 && !page.isEmpty()) {
            writePage(false);
        }
    }

    @Override
    public void close() throws XMLStreamException {
        if (rootSeen) {
            super.close();
        }
        release();
    }

    @Override
    public void writeDTD(String dtd) throws XMLStreamException {
        if (!documents) {
            super.writeDTD(dtd);
            return;
        }
        complete();
        DocumentType type = DocumentType.parse(dtd);
        if (type == null) {
            throw refused("document type declaration: expected a legal one, found another");
        }
        if (rootSeen || documentTypeSeen) {
            throw new XMLStreamException("a document type declaration stands before the root, once");
        }
        documentTypeSeen = true;
        page.documentType(type);
    }

    @Override
    protected void document(String encoding) {}

    @Override
    protected final void start(StartTag tag) throws XMLStreamException {
        if (depth() == 1 && rootSeen && !isLoose()) {
            throw new XMLStreamException("a document has one root");
        }
        rootSeen = true;
        page.start(tag.prefix(), tag.local(), tag.uri());
        rest(tag);
    }

    /** Writes the attributes and declarations of a tag. */
    void rest(StartTag tag) {
        attributes(tag);
        declarations(tag);
    }

    final void attributes(StartTag tag) {
        int count = tag.attributes();
        for (int i = 0; i < count; i++) {
            page.attribute(
                    tag.attributePrefix(i),
                    tag.attributeLocal(i),
                    tag.attributeUri(i),
                    tag.attributeValue(i),
                    Format.CDATA);
        }
    }

    final void declarations(StartTag tag) {
        int end = tag.endOfBindings();
        for (int i = tag.firstBinding(); i < end; i++) {
            if (tag.changes(i) && !isImplied(tag, tag.boundPrefix(i))) {
                WrittenNames.requireBindable(tag.boundPrefix(i), tag.boundUri(i));
                page.pair(Format.DECLARATION, tag.boundPrefix(i), tag.boundUri(i));
            }
        }
    }

    @Override
    protected final void end() {
        if (page.isFull()) {
            writePage(false);
        }
        page.end();
    }

    @Override
    protected final void text(String text) throws XMLStreamException {
        if (depth() == 0 && !isLoose()) {
            throw new XMLStreamException("text stands inside the root");
        }
        page.text(Format.TEXT, text);
    }

    @Override
    protected final void section(String data) throws XMLStreamException {
        if (!data.isEmpty()) {
            text(data);
        }
    }

    @Override
    protected final void comment(String text) {
        page.text(Format.COMMENT, text);
    }

    @Override
    protected final void instruction(String target, String data) {
        page.pair(Format.INSTRUCTION, target, data);
    }

    @Override
    protected final void endOfDocument() throws XMLStreamException {
        if (!rootSeen && !isLoose()) {
            throw new XMLStreamException("a document has a root");
        }
        writePage(true);
        if (!page.isLarge()) {
            pool.give(page);
        }
        release();
    }

    private static boolean isImplied(StartTag tag, String prefix) {
        if (tag.prefix().equals(prefix)) {
            return true;
        }
        if (!prefix.isEmpty()) {
            for (int i = 0; i < tag.attributes(); i++) {
                if (tag.attributePrefix(i).equals(prefix)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Writes the complete page. */
    void writePage(boolean last) {
        boolean first = !begun;
        page.complete(first);
        Deflater level = deflater;
        if (first) {
            begun = true;
            writeInt(Format.MAGIC);
            sink.writeByte(level == null ? Format.VERSION : -Format.VERSION);
        }
        sink.writeByte(Format.DOCTYPE);
        if (level == null) {
            writeBody(page.bytes(), page.length(), last);
        } else {
            int length = deflate(level);
            writeBody(deflated, length, last);
        }
    }

    private void writeBody(byte[] body, int length, boolean last) {
        writeInt(last ? -length : length);
        sink.writeBytes(body, 0, length);
    }

    private int deflate(Deflater level) {
        level.reset();
        level.setInput(page.bytes(), 0, page.length());
        level.finish();
        if (deflated.length == 0) {
            deflated = new byte[Math.max(64, page.length() / 2)];
        }
        int length = 0;
        while (!level.finished()) {
            if (length == deflated.length) {
                deflated = Arrays.copyOf(deflated, 2 * length);
            }
            length += level.deflate(deflated, length, deflated.length - length);
        }
        return length;
    }

    private void release() {
        if (deflater != null) {
            deflater.end();
        }
    }

    private void writeInt(int value) {
        sink.writeInt(Integer.reverseBytes(value));
    }

    private static ParleyException refused(String text) {
        return new ParleyException(ErrorCode.ENCODING, text);
    }
}
