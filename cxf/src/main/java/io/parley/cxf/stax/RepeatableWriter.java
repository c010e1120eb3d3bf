package io.parley.cxf.stax;

import io.parley.representation.EventWriter;
import io.parley.representation.ObjectPool;
import java.util.Arrays;
import javax.xml.namespace.NamespaceContext;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/**
 * Writer that records the calls made to it, so that the message can be restarted and written again up to the current
 * position. A body part is one call, whatever its size; beyond a few thousand calls recording stops. Confined to one
 * thread at a time.
 */
abstract class RepeatableWriter extends EventWriter {
    private static final int MAX_CALLS = 4096;
    /** Capacity of pooled lists: the calls for an envelope around one part. */
    private static final int FEW_SLOTS = 24;

    private static final ObjectPool<@Nullable Object[]> SHORT_LISTS = new ObjectPool<>(() -> new Object[FEW_SLOTS]);

    private static final Written START_LOCAL = (out, a, b, c) -> out.writeStartElement((String) a);
    private static final Written START_QUALIFIED = (out, a, b, c) -> out.writeStartElement((String) a, (String) b);
    private static final Written START = (out, a, b, c) -> out.writeStartElement((String) a, (String) b, (String) c);
    private static final Written EMPTY_LOCAL = (out, a, b, c) -> out.writeEmptyElement((String) a);
    private static final Written EMPTY_QUALIFIED = (out, a, b, c) -> out.writeEmptyElement((String) a, (String) b);
    private static final Written EMPTY = (out, a, b, c) -> out.writeEmptyElement((String) a, (String) b, (String) c);
    private static final Written END = (out, a, b, c) -> out.writeEndElement();
    private static final Written ATTRIBUTE_LOCAL = (out, a, b, c) -> out.writeAttribute((String) a, (String) b);
    private static final Written ATTRIBUTE_QUALIFIED =
            (out, a, b, c) -> out.writeAttribute((String) a, (String) b, (String) c);
    private static final Written NAMESPACE = (out, a, b, c) -> out.writeNamespace((String) a, (String) b);
    private static final Written DEFAULT_NAMESPACE = (out, a, b, c) -> out.writeDefaultNamespace((String) a);
    private static final Written CHARACTERS = (out, a, b, c) -> out.writeCharacters((String) a);
    private static final Written CDATA = (out, a, b, c) -> out.writeCData((String) a);
    private static final Written COMMENT = (out, a, b, c) -> out.writeComment((String) a);
    private static final Written INSTRUCTION = (out, a, b, c) -> out.writeProcessingInstruction((String) a, (String) b);
    private static final Written DOCUMENT = (out, a, b, c) -> out.writeStartDocument();
    private static final Written DOCUMENT_VERSION = (out, a, b, c) -> out.writeStartDocument((String) a);
    private static final Written DOCUMENT_ENCODING = (out, a, b, c) -> out.writeStartDocument((String) a, (String) b);
    private static final Written PREFIX = (out, a, b, c) -> out.setPrefix((String) a, (String) b);
    private static final Written DEFAULT_PREFIX = (out, a, b, c) -> out.setDefaultNamespace((String) a);
    private static final Written CONTEXT = (out, a, b, c) -> out.setNamespaceContext((NamespaceContext) a);

    /** Recorded calls, each followed by its arguments up to the last non-null one; null if recording has stopped. */
    private @Nullable Object @Nullable [] calls;

    private int used;
    private int count;
    private boolean paused;

    /**
     * Creates a writer.
     *
     * @param remembers whether the message may have to be restarted, so that calls are recorded
     */
    RepeatableWriter(boolean remembers) {
        calls = remembers ? SHORT_LISTS.take() : null;
    }

    /** Recorded call. */
    @FunctionalInterface
    interface Written {
        void again(XMLStreamWriter out, @Nullable Object a, @Nullable Object b, @Nullable Object c)
                throws XMLStreamException;
    }

    /** Returns whether all that was written so far can be written again. */
    final boolean isRepeatable() {
        return calls != null;
    }

    /** Records a call, unless it is part of a recorded one. */
    final void remember(Written call, @Nullable Object a, @Nullable Object b, @Nullable Object c) {
        @Nullable Object[] known = calls;
        if (known == null || paused) {
            return;
        }
        if (++count > MAX_CALLS) {
            calls = null;
            return;
        }
        int end = used + 1 + (c != null ? 3 : b != null ? 2 : a != null ? 1 : 0);
        if (end > known.length) {
            known = Arrays.copyOf(known, 2 * known.length);
            calls = known;
        }
        known[used] = call;
        if (end > used + 1) {
            known[used + 1] = a;
        }
        if (end > used + 2) {
            known[used + 2] = b;
        }
        if (end > used + 3) {
            known[used + 3] = c;
        }
        used = end;
    }

    /** Pauses the recording: writes until {@link #resume} belong to a call that is already recorded. */
    final void pause() {
        paused = true;
    }

    final void resume() {
        paused = false;
    }

    /** Repeats all recorded calls, as if no element were open, and stops recording. */
    final void repeat() throws XMLStreamException {
        @Nullable Object[] known = calls;
        if (known == null) {
            throw new IllegalStateException("expected recorded calls, found none");
        }
        calls = null;
        forgetOpen();
        for (int at = 0; at < used; ) {
            int end = at + 1;
            while (end < used && !(known[end] instanceof Written)) {
                end++;
            }
            if (known[at] instanceof Written call) {
                call.again(
                        this, argument(known, at + 1, end), argument(known, at + 2, end), argument(known, at + 3, end));
            }
            at = end;
        }
    }

    /** Stops recording: the message is complete and will not be restarted. */
    final void forget() {
        @Nullable Object[] known = calls;
        calls = null;
        if (known != null && known.length == FEW_SLOTS) {
            Arrays.fill(known, 0, used, null);
            SHORT_LISTS.give(known);
        }
    }

    private static @Nullable Object argument(@Nullable Object[] known, int at, int end) {
        return at < end ? known[at] : null;
    }

    @Override
    public void writeStartElement(String localName) throws XMLStreamException {
        remember(START_LOCAL, localName, null, null);
        super.writeStartElement(localName);
    }

    @Override
    public void writeStartElement(String namespace, String localName) throws XMLStreamException {
        remember(START_QUALIFIED, namespace, localName, null);
        super.writeStartElement(namespace, localName);
    }

    @Override
    public void writeStartElement(String prefix, String localName, String namespace) throws XMLStreamException {
        remember(START, prefix, localName, namespace);
        super.writeStartElement(prefix, localName, namespace);
    }

    @Override
    public void writeEmptyElement(String localName) throws XMLStreamException {
        remember(EMPTY_LOCAL, localName, null, null);
        super.writeEmptyElement(localName);
    }

    @Override
    public void writeEmptyElement(String namespace, String localName) throws XMLStreamException {
        remember(EMPTY_QUALIFIED, namespace, localName, null);
        super.writeEmptyElement(namespace, localName);
    }

    @Override
    public void writeEmptyElement(String prefix, String localName, String namespace) throws XMLStreamException {
        remember(EMPTY, prefix, localName, namespace);
        super.writeEmptyElement(prefix, localName, namespace);
    }

    @Override
    public void writeEndElement() throws XMLStreamException {
        remember(END, null, null, null);
        super.writeEndElement();
    }

    @Override
    public void writeAttribute(String localName, String value) throws XMLStreamException {
        remember(ATTRIBUTE_LOCAL, localName, value, null);
        super.writeAttribute(localName, value);
    }

    @Override
    public void writeAttribute(String namespace, String localName, String value) throws XMLStreamException {
        remember(ATTRIBUTE_QUALIFIED, namespace, localName, value);
        super.writeAttribute(namespace, localName, value);
    }

    @Override
    public void writeAttribute(String prefix, String namespace, String localName, String value)
            throws XMLStreamException {
        if (isRepeatable()) { // one argument more than others have
            remember(
                    (out, a, b, c) -> out.writeAttribute(prefix, (String) a, (String) b, (String) c),
                    namespace,
                    localName,
                    value);
        }
        super.writeAttribute(prefix, namespace, localName, value);
    }

    @Override
    public void writeNamespace(String prefix, String namespace) throws XMLStreamException {
        remember(NAMESPACE, prefix, namespace, null);
        super.writeNamespace(prefix, namespace);
    }

    @Override
    public void writeDefaultNamespace(String namespace) throws XMLStreamException {
        remember(DEFAULT_NAMESPACE, namespace, null, null);
        super.writeDefaultNamespace(namespace);
    }

    @Override
    public void writeCharacters(String text) throws XMLStreamException {
        remember(CHARACTERS, text, null, null);
        super.writeCharacters(text);
    }

    @Override
    public void writeCharacters(char[] text, int start, int length) throws XMLStreamException {
        if (isRepeatable()) {
            writeCharacters(new String(text, start, length));
        } else {
            super.writeCharacters(text, start, length);
        }
    }

    @Override
    public void writeCData(String data) throws XMLStreamException {
        remember(CDATA, data, null, null);
        super.writeCData(data);
    }

    @Override
    public void writeComment(String data) throws XMLStreamException {
        remember(COMMENT, data, null, null);
        super.writeComment(data);
    }

    @Override
    public void writeProcessingInstruction(String target) throws XMLStreamException {
        writeProcessingInstruction(target, "");
    }

    @Override
    public void writeProcessingInstruction(String target, String data) throws XMLStreamException {
        remember(INSTRUCTION, target, data, null);
        super.writeProcessingInstruction(target, data);
    }

    @Override
    public void writeStartDocument() throws XMLStreamException {
        remember(DOCUMENT, null, null, null);
        super.writeStartDocument();
    }

    @Override
    public void writeStartDocument(String version) throws XMLStreamException {
        remember(DOCUMENT_VERSION, version, null, null);
        super.writeStartDocument(version);
    }

    @Override
    public void writeStartDocument(String encoding, String version) throws XMLStreamException {
        remember(DOCUMENT_ENCODING, encoding, version, null);
        super.writeStartDocument(encoding, version);
    }

    @Override
    public void setPrefix(String prefix, String uri) throws XMLStreamException {
        remember(PREFIX, prefix, uri, null);
        super.setPrefix(prefix, uri);
    }

    @Override
    public void setDefaultNamespace(String uri) throws XMLStreamException {
        remember(DEFAULT_PREFIX, uri, null, null);
        super.setDefaultNamespace(uri);
    }

    @Override
    public void setNamespaceContext(NamespaceContext context) throws XMLStreamException {
        remember(CONTEXT, context, null, null);
        super.setNamespaceContext(context);
    }
}
