package io.parley.codecs.exi;

import com.siemens.ct.exi.core.EXIBodyEncoder;
import com.siemens.ct.exi.core.exceptions.EXIException;
import com.siemens.ct.exi.core.io.channel.BitEncoderChannel;
import com.siemens.ct.exi.core.values.StringValue;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.codecs.WrittenText;
import io.parley.representation.Sink;
import io.parley.representation.SinkStream;
import io.parley.representation.StartTag;
import io.parley.representation.StaxWriter;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import javax.xml.stream.XMLStreamException;

/** Writer on the library's encoder, with resolved names and declarations. */
final class ExiWriter extends StaxWriter {
    private final ExiForm form;
    private final BitEncoderChannel channel;
    private final EXIBodyEncoder encoder;
    private final Set<String> names = new HashSet<>();
    private boolean started;
    private boolean rootSeen;

    ExiWriter(Sink sink, ExiForm form) {
        this.form = form;
        this.channel = new BitEncoderChannel(new SinkStream(sink));
        try {
            this.encoder = form.factory().createEXIBodyEncoder();
            encoder.setOutputChannel(channel);
        } catch (EXIException | IOException e) {
            throw new ParleyException(ErrorCode.INTERNAL, "cannot create the EXI encoder", e);
        }
    }

    @Override
    protected void document(String encoding) {
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
        requireName(tag.local(), "element");
        call(() -> {
            encoder.encodeStartElement(tag.uri(), tag.local(), tag.prefix());
            declarations(tag);
            attributes(tag);
        });
    }

    private void declarations(StartTag tag) throws EXIException, IOException {
        for (int i = tag.firstBinding(); i < tag.endOfBindings(); i++) {
            if (tag.declares(i)) {
                WrittenText.requireDeclaration(tag.boundPrefix(i), tag.boundUri(i));
                encoder.encodeNamespaceDeclaration(tag.boundUri(i), tag.boundPrefix(i));
            }
        }
    }

    private void attributes(StartTag tag) throws EXIException, IOException {
        for (int i = 0; i < tag.attributes(); i++) {
            requireName(tag.attributeLocal(i), "attribute");
            String value = WrittenText.require(tag.attributeValue(i), "attribute");
            encoder.encodeAttribute(
                    tag.attributeUri(i), tag.attributeLocal(i), tag.attributePrefix(i), new StringValue(value));
        }
    }

    @Override
    protected void end() {
        call(encoder::encodeEndElement);
    }

    @Override
    protected void text(String text) throws XMLStreamException {
        if (depth() == 0) {
            throw new XMLStreamException("text stands inside the root");
        }
        WrittenText.require(text, "text");
        call(() -> encoder.encodeCharacters(new StringValue(text)));
    }

    @Override
    protected void section(String data) throws XMLStreamException {
        if (!data.isEmpty()) {
            text(data);
        }
    }

    @Override
    protected void comment(String text) {
        begin();
        WrittenText.require(text, "comment");
        call(() -> encoder.encodeComment(text.toCharArray(), 0, text.length()));
    }

    @Override
    protected void instruction(String target, String data) {
        begin();
        WrittenText.require(data, "processing instruction");
        call(() -> encoder.encodeProcessingInstruction(target, data));
    }

    @Override
    protected void endOfDocument() throws XMLStreamException {
        if (!rootSeen) {
            throw new XMLStreamException("a document has a root");
        }
        call(() -> {
            encoder.encodeEndDocument();
            encoder.flush();
        });
    }

    @Override
    public void close() throws XMLStreamException {
        if (rootSeen) {
            super.close();
        }
    }

    private void begin() {
        if (!started) {
            started = true;
            call(() -> {
                form.writeHeader(channel);
                encoder.encodeStartDocument();
            });
        }
    }

    private void requireName(String name, String where) {
        if (!names.contains(name)) {
            WrittenText.requireName(name, where);
            if (!ReadNames.isEncodable(name)) {
                throw new ParleyException(
                        ErrorCode.ENCODING,
                        where
                                + ": expected a name of characters up to U+FFFF, which EXI's library can write, found another");
            }
            names.add(name);
        }
    }

    private static void call(Step step) {
        try {
            step.run();
        } catch (IOException | EXIException e) {
            throw new ParleyException(ErrorCode.ENCODING, "expected content that EXI can carry", e);
        }
    }

    @FunctionalInterface
    private interface Step {
        void run() throws IOException, EXIException;
    }
}
