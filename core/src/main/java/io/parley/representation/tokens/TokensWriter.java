package io.parley.representation.tokens;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.representation.Sink;
import io.parley.representation.StartTag;
import io.parley.representation.StaxWriter;
import io.parley.representation.XmlText;
import javax.xml.stream.XMLStreamException;

/** Writes each event as it comes; every declaration stands as written. */
final class TokensWriter extends StaxWriter {
    private final Sink sink;
    private final WriterNames names;

    TokensWriter(Sink sink) {
        this.sink = sink;
        this.names = new WriterNames(sink);
    }

    @Override
    public void pause() throws XMLStreamException {
        complete();
        sink.writeByte(Token.PAUSE);
    }

    @Override
    protected void document(String encoding) {
        sink.writeByte(Token.START_DOCUMENT);
        sink.writeString(encoding);
    }

    @Override
    protected void start(StartTag tag) {
        int declarations = declarations(tag);
        sink.writeByte(Token.START_ELEMENT
                | (declarations > 0 ? Token.HAS_NAMESPACES : 0)
                | (tag.attributes() > 0 ? Token.HAS_ATTRIBUTES : 0));
        names.writeName(tag.prefix(), tag.uri(), tag.local());
        if (declarations > 0) {
            writeDeclarations(tag, declarations);
        }
        if (tag.attributes() > 0) {
            writeAttributes(tag);
        }
    }

    @Override
    protected void end() {
        sink.writeByte(Token.END_ELEMENT);
    }

    @Override
    protected void text(String text) {
        string(Token.TEXT, text, "text");
    }

    @Override
    protected void section(String data) {
        string(Token.CDATA, data, "CDATA section");
    }

    @Override
    protected void comment(String text) {
        string(Token.COMMENT, text, "comment");
    }

    @Override
    protected void instruction(String target, String data) {
        string(Token.INSTRUCTION, target, "processing instruction");
        writeText(data, "processing instruction");
    }

    @Override
    protected void endOfDocument() {
        sink.writeByte(Token.END_DOCUMENT);
    }

    private static int declarations(StartTag tag) {
        int count = 0;
        for (int i = tag.firstBinding(); i < tag.endOfBindings(); i++) {
            if (tag.declares(i)) {
                count++;
            }
        }
        return count;
    }

    private void writeDeclarations(StartTag tag, int count) {
        sink.writeVarint(count);
        for (int i = tag.firstBinding(); i < tag.endOfBindings(); i++) {
            if (tag.declares(i)) {
                names.writePrefix(tag.boundPrefix(i));
                names.writeNamespace(tag.boundUri(i));
            }
        }
    }

    private void writeAttributes(StartTag tag) {
        sink.writeVarint(tag.attributes());
        for (int i = 0; i < tag.attributes(); i++) {
            names.writeName(tag.attributePrefix(i), tag.attributeUri(i), tag.attributeLocal(i));
            writeText(tag.attributeValue(i), "attribute");
        }
    }

    private void string(int token, String value, String where) {
        sink.writeByte(token);
        writeText(value, where);
    }

    private void writeText(String value, String where) {
        int illegal = XmlText.firstIllegal(value);
        if (illegal >= 0) {
            throw new ParleyException(
                    ErrorCode.ENCODING, where + ": expected XML characters, found " + XmlText.describe(value, illegal));
        }
        sink.writeString(value);
    }
}
