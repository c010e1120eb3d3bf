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
                () -> tally(factory.createEXIStreamDecoder().decodeHeader(memory.open())),
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

    /** Visits every name, value and text of the decoder; returns their {@link Tally}. */
    private static long tally(EXIBodyDecoder decoder) throws EXIException, IOException {
        long sum = 0;
        for (EventType type = decoder.next(); type != null; type = decoder.next()) {
            switch (type) {
                case START_DOCUMENT -> decoder.decodeStartDocument();
                case END_DOCUMENT -> decoder.decodeEndDocument();
                case START_ELEMENT, START_ELEMENT_NS, START_ELEMENT_GENERIC, START_ELEMENT_GENERIC_UNDECLARED -> {
                    QNameContext element = decoder.decodeStartElement();
                    sum += Tally.element(element.getNamespaceUri(), element.getLocalName());
                }
                case NAMESPACE_DECLARATION -> decoder.decodeNamespaceDeclaration();
                case ATTRIBUTE_XSI_TYPE -> sum += attribute(decoder, decoder.decodeAttributeXsiType());
                case ATTRIBUTE_XSI_NIL -> sum += attribute(decoder, decoder.decodeAttributeXsiNil());
                case ATTRIBUTE,
                        ATTRIBUTE_NS,
                        ATTRIBUTE_GENERIC,
                        ATTRIBUTE_GENERIC_UNDECLARED,
                        ATTRIBUTE_INVALID_VALUE,
                        ATTRIBUTE_ANY_INVALID_VALUE -> sum += attribute(decoder, decoder.decodeAttribute());
                case END_ELEMENT, END_ELEMENT_UNDECLARED -> decoder.decodeEndElement();
                case CHARACTERS, CHARACTERS_GENERIC, CHARACTERS_GENERIC_UNDECLARED ->
                    sum += decoder.decodeCharacters().toString().toCharArray().length;
                case COMMENT -> decoder.decodeComment();
                case PROCESSING_INSTRUCTION -> decoder.decodeProcessingInstruction();
                default -> throw new EXIException("another event: " + type);
            }
        }
        return sum;
    }

    private static long attribute(EXIBodyDecoder decoder, QNameContext name) {
        return Tally.attribute(name.getLocalName(), decoder.getAttributeValue().toString());
    }
}
