package io.parley.codecs.fastinfoset;

import com.sun.xml.fastinfoset.Encoder;
import com.sun.xml.fastinfoset.EncodingConstants;
import com.sun.xml.fastinfoset.util.CharArrayIntMap;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.codecs.WrittenText;
import io.parley.representation.ObjectPool;
import io.parley.representation.Sink;
import io.parley.representation.SinkStream;
import io.parley.representation.StartTag;
import io.parley.representation.StaxWriter;
import java.io.IOException;
import java.io.OutputStream;
import javax.xml.stream.XMLStreamException;
import org.jvnet.fastinfoset.FastInfosetException;

/** Writer on the library's encoder, with resolved names and declarations. */
final class FastInfosetWriter extends StaxWriter {
    /** Maximum bytes of a message whose encoder, with tables as large as its text, is reused. */
    private static final int MAX_REUSED_BYTES = 64 * 1024;

    private final ObjectPool<Encoding> encoders;
    private final Encoding encoding;
    private final Sink sink;
    private final long start;
    private boolean started;
    private boolean rootSeen;

    FastInfosetWriter(Sink sink, ObjectPool<Encoding> encoders) {
        this.encoders = encoders;
        this.encoding = encoders.take();
        this.start = sink.written();
        this.sink = sink;
        encoding.open(sink);
    }

    @Override
    protected void document(String name) throws XMLStreamException {
        begin();
    }

    @Override
    protected void start(StartTag tag) throws XMLStreamException {
        if (depth() == 1 && rootSeen) {
            throw new XMLStreamException("a document has one root");
        }
        if (WrittenText.hasTwice(tag)) {
            throw new XMLStreamException("one start tag has two attributes of one name");
        }
        rootSeen = true;
        begin();
        try {
            encoding.start(tag);
        } catch (IOException e) {
            throw refused(e);
        }
    }

    @Override
    protected void end() throws XMLStreamException {
        try {
            encoding.end();
        } catch (IOException e) {
            throw refused(e);
        }
    }

    @Override
    protected void text(String text) throws XMLStreamException {
        requireInside();
        WrittenText.require(text, "text");
        try {
            encoding.text(text);
        } catch (IOException e) {
            throw refused(e);
        }
    }

    @Override
    protected void section(String data) throws XMLStreamException {
        requireInside();
        WrittenText.require(data, "CDATA section");
        if (!data.isEmpty()) {
            call(() -> encoding.section(data));
        }
    }

    @Override
    protected void comment(String text) throws XMLStreamException {
        begin();
        WrittenText.require(text, "comment");
        call(() -> encoding.comment(text));
    }

    @Override
    protected void instruction(String target, String data) throws XMLStreamException {
        begin();
        WrittenText.require(data, "processing instruction");
        call(() -> encoding.instruction(target, data));
    }

    @Override
    protected void endOfDocument() throws XMLStreamException {
        if (!rootSeen) {
            throw new XMLStreamException("a document has a root");
        }
        call(encoding::endOfDocument);
        if (sink.written() - start <= MAX_REUSED_BYTES) {
            encoding.close();
            encoders.give(encoding);
        }
    }

    @Override
    public void close() throws XMLStreamException {
        if (rootSeen) {
            super.close();
        }
    }

    private void begin() throws XMLStreamException {
        if (!started) {
            started = true;
            call(encoding::begin);
        }
    }

    private void requireInside() throws XMLStreamException {
        if (depth() == 0) {
            throw new XMLStreamException("text stands inside the root");
        }
    }

    /**
     * Runs a rare step; for tags, ends and texts the lambda objects would be a third of the allocations of a long
     * message.
     */
    private static void call(Step step) throws XMLStreamException {
        try {
            step.run();
        } catch (IOException | FastInfosetException e) {
            throw refused(e);
        }
    }

    private static ParleyException refused(Exception cause) {
        return new ParleyException(ErrorCode.ENCODING, "expected content that Fast Infoset can carry", cause);
    }

    @FunctionalInterface
    private interface Step {
        void run() throws IOException, FastInfosetException, XMLStreamException;
    }

    /** The library's encoder, item by item: its own StAX writer would choose other prefixes. */
    static final class Encoding extends Encoder {
        Encoding() {
            super(true);
        }

        /** Starts a message; {@link #begin} clears the tables. */
        void open(Sink sink) {
            reset();
            setOutputStream(new SinkStream(sink));
        }

        /** Ends the message and drops its content. */
        void close() {
            _v.clear();
            setOutputStream(OutputStream.nullOutputStream());
        }

        /**
         * Limits the table to the largest index (X.891, clause 7.13.7), since the library checks only the length of an
         * entry.
         */
        @Override
        public boolean canAddCharacterContentToTable(int length, CharArrayIntMap map) {
            return map.size() < EncodingConstants.INTEGER_MAXIMUM_SIZE
                    && super.canAddCharacterContentToTable(length, map);
        }

        @Override
        public boolean canAddAttributeToTable(int length) {
            return _v.attributeValue.size() < EncodingConstants.INTEGER_MAXIMUM_SIZE
                    && super.canAddAttributeToTable(length);
        }

        void begin() throws IOException {
            encodeHeader(false);
            encodeInitialVocabulary();
        }

        void start(StartTag tag) throws IOException {
            encodeTermination();
            _b = EncodingConstants.ELEMENT;
            if (tag.attributes() > 0) {
                _b |= EncodingConstants.ELEMENT_ATTRIBUTE_FLAG;
            }
            declarations(tag);
            name(tag.uri(), tag.prefix(), tag.local());
            for (int i = 0; i < tag.attributes(); i++) {
                attributeName(tag.attributeUri(i), tag.attributePrefix(i), tag.attributeLocal(i));
                String value = WrittenText.require(tag.attributeValue(i), "attribute");
                boolean kept = isAttributeValueLengthMatchesLimit(value.length());
                encodeNonIdentifyingStringOnFirstBit(value, _v.attributeValue, kept, false);
            }
            if (tag.attributes() > 0) {
                _b = EncodingConstants.TERMINATOR;
                _terminate = true;
            }
        }

        private void declarations(StartTag tag) throws IOException {
            int flags = _b;
            boolean any = false;
            for (int i = tag.firstBinding(); i < tag.endOfBindings(); i++) {
                if (tag.declares(i)) {
                    WrittenText.requireDeclaration(tag.boundPrefix(i), tag.boundUri(i));
                    if (!any) {
                        any = true;
                        write(flags | EncodingConstants.ELEMENT_NAMESPACES_FLAG);
                    }
                    encodeNamespaceAttribute(tag.boundPrefix(i), tag.boundUri(i));
                }
            }
            if (any) {
                write(EncodingConstants.TERMINATOR);
                _b = 0;
            }
        }

        /** Writes a name; checks it when it is added to the table. */
        private void name(String uri, String prefix, String local) throws IOException {
            int known = _v.elementName.getIndex();
            encodeElementQualifiedNameOnThirdBit(uri, prefix, local);
            if (_v.elementName.getIndex() != known) {
                WrittenText.requireName(local, "element");
            }
        }

        private void attributeName(String uri, String prefix, String local) throws IOException {
            int known = _v.attributeName.getIndex();
            encodeAttributeQualifiedNameOnSecondBit(uri, prefix, local);
            if (_v.attributeName.getIndex() != known) {
                WrittenText.requireName(local, "attribute");
            }
        }

        void end() throws IOException {
            encodeElementTermination();
        }

        void text(String text) throws IOException {
            encodeTermination();
            int length = text.length();
            if (length <= _charBuffer.length) {
                text.getChars(0, length, _charBuffer, 0);
                encodeCharacters(_charBuffer, 0, length);
            } else {
                encodeCharactersNoClone(text.toCharArray(), 0, length);
            }
        }

        void section(String data) throws IOException, FastInfosetException {
            encodeTermination();
            encodeCIIBuiltInAlgorithmDataAsCDATA(data.toCharArray(), 0, data.length());
        }

        void comment(String text) throws IOException {
            encodeTermination();
            encodeComment(text.toCharArray(), 0, text.length());
        }

        void instruction(String target, String data) throws IOException {
            encodeTermination();
            encodeProcessingInstruction(target, data);
        }

        void endOfDocument() throws IOException {
            encodeDocumentTermination();
        }
    }
}
