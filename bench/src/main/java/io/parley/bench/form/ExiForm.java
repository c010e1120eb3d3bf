package io.parley.bench.form;

import com.siemens.ct.exi.core.EXIBodyDecoder;
import com.siemens.ct.exi.core.EXIBodyEncoder;
import com.siemens.ct.exi.core.EXIFactory;
import com.siemens.ct.exi.core.FidelityOptions;
import com.siemens.ct.exi.core.context.QNameContext;
import com.siemens.ct.exi.core.exceptions.EXIException;
import com.siemens.ct.exi.core.grammars.event.EventType;
import com.siemens.ct.exi.core.helpers.DefaultEXIFactory;
import com.siemens.ct.exi.core.values.StringValue;
import java.io.IOException;
import java.util.List;
import javax.xml.XMLConstants;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;
import org.xml.sax.ext.DefaultHandler2;
import org.xml.sax.helpers.AttributesImpl;

/** The library EXIficient used directly, without a schema, with the same fidelity as the representation {@code exi}. */
final class ExiForm {
    private ExiForm() {}

    static Form create() {
        EXIFactory factory = factory();
        Tally.Handler handler = new Tally.Handler();
        Memory memory = new Memory();
        return new StreamForm(
                "exificient",
                events -> () -> {
                    memory.reset();
                    EXIBodyEncoder encoder = factory.createEXIStreamEncoder().encodeHeader(memory);
                    events.tell(new Encoding(encoder));
                    encoder.flush();
                    return memory.size();
                },
                () -> {
                    EXIBodyDecoder decoder = factory.createEXIStreamDecoder().decodeHeader(memory.open());
                    new Decoding(decoder, handler).run();
                    return handler.take();
                },
                () -> {});
    }

    private static EXIFactory factory() {
        try {
            FidelityOptions kept = FidelityOptions.createDefault();
            for (String feature : List.of(
                    FidelityOptions.FEATURE_PREFIX,
                    FidelityOptions.FEATURE_COMMENT,
                    FidelityOptions.FEATURE_PI,
                    FidelityOptions.FEATURE_LEXICAL_VALUE)) {
                kept.setFidelity(feature, true);
            }
            EXIFactory factory = DefaultEXIFactory.newInstance();
            factory.setFidelityOptions(kept);
            return factory;
        } catch (EXIException e) {
            throw new IllegalStateException("EXIficient does not know its own options", e);
        }
    }

    /** Passes events to the encoder. */
    private static final class Encoding extends DefaultHandler2 {
        private final EXIBodyEncoder encoder;
        private final AttributesImpl declared = new AttributesImpl();

        Encoding(EXIBodyEncoder encoder) {
            this.encoder = encoder;
        }

        /** One call of the library. */
        private interface Step {
            void run() throws EXIException, IOException;
        }

        private static void call(Step step) throws SAXException {
            try {
                step.run();
            } catch (EXIException | IOException e) {
                throw new SAXException(e);
            }
        }

        @Override
        public void startDocument() throws SAXException {
            call(encoder::encodeStartDocument);
        }

        @Override
        public void endDocument() throws SAXException {
            call(encoder::encodeEndDocument);
        }

        @Override
        public void startPrefixMapping(String prefix, String uri) {
            declared.addAttribute(uri, prefix, prefix, "", "");
        }

        @Override
        public void startElement(String uri, String local, String qualified, Attributes attributes)
                throws SAXException {
            call(() -> {
                encoder.encodeStartElement(uri, local, prefix(qualified));
                for (int i = 0; i < declared.getLength(); i++) {
                    encoder.encodeNamespaceDeclaration(declared.getURI(i), declared.getLocalName(i));
                }
                for (int i = 0; i < attributes.getLength(); i++) {
                    encoder.encodeAttribute(
                            attributes.getURI(i),
                            attributes.getLocalName(i),
                            prefix(attributes.getQName(i)),
                            new StringValue(attributes.getValue(i)));
                }
            });
            declared.clear();
        }

        @Override
        public void endElement(String uri, String local, String qualified) throws SAXException {
            call(encoder::encodeEndElement);
        }

        @Override
        public void characters(char[] text, int start, int length) throws SAXException {
            call(() -> encoder.encodeCharacters(new StringValue(new String(text, start, length))));
        }

        @Override
        public void comment(char[] text, int start, int length) throws SAXException {
            call(() -> encoder.encodeComment(text, start, length));
        }

        @Override
        public void processingInstruction(String target, String data) throws SAXException {
            call(() -> encoder.encodeProcessingInstruction(target, data));
        }

        private static String prefix(String qualified) {
            int colon = qualified.indexOf(':');
            return colon < 0 ? XMLConstants.DEFAULT_NS_PREFIX : qualified.substring(0, colon);
        }
    }

    /** Reads events from the decoder and reports them like a SAX parser: attributes are reported with their element. */
    private static final class Decoding {
        private final EXIBodyDecoder decoder;
        private final Tally.Handler to;
        private final AttributesImpl attributes = new AttributesImpl();
        private QNameContext element;

        @SuppressWarnings("NullAway.Init") // attributes follow their element
        Decoding(EXIBodyDecoder decoder, Tally.Handler to) {
            this.decoder = decoder;
            this.to = to;
        }

        void run() throws EXIException, IOException {
            boolean open = false;
            for (EventType type = decoder.next(); type != null; type = decoder.next()) {
                boolean inTag = part(type);
                if (open && !inTag) {
                    to.startElement(element.getNamespaceUri(), element.getLocalName(), "", attributes);
                    attributes.clear();
                    open = false;
                }
                open |= !inTag && event(type);
            }
        }

        /** Returns whether the event belongs to a start tag, after its name. */
        private boolean part(EventType type) throws EXIException, IOException {
            switch (type) {
                case NAMESPACE_DECLARATION -> decoder.decodeNamespaceDeclaration();
                case ATTRIBUTE_XSI_TYPE -> attribute(decoder.decodeAttributeXsiType());
                case ATTRIBUTE_XSI_NIL -> attribute(decoder.decodeAttributeXsiNil());
                case ATTRIBUTE,
                        ATTRIBUTE_NS,
                        ATTRIBUTE_GENERIC,
                        ATTRIBUTE_GENERIC_UNDECLARED,
                        ATTRIBUTE_INVALID_VALUE,
                        ATTRIBUTE_ANY_INVALID_VALUE -> attribute(decoder.decodeAttribute());
                default -> {
                    return false;
                }
            }
            return true;
        }

        private void attribute(QNameContext name) {
            attributes.addAttribute(
                    name.getNamespaceUri(),
                    name.getLocalName(),
                    "",
                    "CDATA",
                    decoder.getAttributeValue().toString());
        }

        /** Returns whether the event begins a start tag. */
        private boolean event(EventType type) throws EXIException, IOException {
            switch (type) {
                case START_DOCUMENT -> decoder.decodeStartDocument();
                case END_DOCUMENT -> decoder.decodeEndDocument();
                case START_ELEMENT, START_ELEMENT_NS, START_ELEMENT_GENERIC, START_ELEMENT_GENERIC_UNDECLARED -> {
                    element = decoder.decodeStartElement();
                    return true;
                }
                case END_ELEMENT, END_ELEMENT_UNDECLARED -> decoder.decodeEndElement();
                case CHARACTERS, CHARACTERS_GENERIC, CHARACTERS_GENERIC_UNDECLARED -> {
                    char[] text = decoder.decodeCharacters().toString().toCharArray();
                    to.characters(text, 0, text.length);
                }
                case COMMENT -> decoder.decodeComment();
                case PROCESSING_INSTRUCTION -> decoder.decodeProcessingInstruction();
                default -> throw new EXIException("another event: " + type);
            }
            return false;
        }
    }
}
