package io.parley.representation.hhfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.binding.Record;
import io.parley.layout.ComplexLayout;
import io.parley.representation.ContentReader;
import io.parley.representation.ContentWriter;
import io.parley.representation.Source;
import io.parley.representation.TypedMessages;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests envelopes whose tags are one segment, and those whose events are a run (docs/reference/hhfr.md, "Message"). */
class OrdinaryEnvelopeTest {
    private static final String SOAP11 = "http://schemas.xmlsoap.org/soap/envelope/";
    private static final String SOAP12 = "http://www.w3.org/2003/05/soap-envelope";
    private static final ComplexLayout ROOT =
            (ComplexLayout) RecordRoundTripTest.BINDING.element().type();
    private static final Record VALUE = Record.builder(ROOT).add("name", "n").build();
    private static final int RANDOM_MESSAGES = 500;

    @Test
    void theTagsOfAnOrdinaryEnvelopeTakeTwoBytes() throws XMLStreamException {
        byte[] part = write(out -> out.writePart(0, VALUE));

        assertThat(ordinary(SOAP11)).isEqualTo(joined("0300", part));
        assertThat(ordinary(SOAP12)).isEqualTo(joined("0301", part));
    }

    @Test
    void anOrdinaryEnvelopeMayHaveAnEmptyBody() throws XMLStreamException {
        byte[] bytes = write(out -> {
            start(out, "soap", SOAP11);
            out.writeEndElement();
            out.writeEndElement();
        });

        assertThat(HexFormat.of().formatHex(bytes)).isEqualTo("030000");
        assertThat(read(bytes))
                .containsExactly("<soap:Envelope {soap=" + SOAP11 + "}", "<soap:Body {}", "</Body", "</Envelope");
    }

    @Test
    void namesInTheScopeOfAnOrdinaryEnvelopeAreThoseOfItsTags() throws XMLStreamException {
        try (Source source = Messages.source(ordinary(SOAP12))) {
            ContentReader in = reader(source);
            in.nextTag();
            in.nextTag();
            in.nextTag();
            assertThat(in.getNamespaceURI("soap")).isEqualTo(SOAP12);
            assertThat(in.getNamespaceContext().getPrefix(SOAP12)).isEqualTo("soap");
            in.part().take();
            in.nextTag();
            assertThat(in.getNamespaceCount()).isZero();
            in.nextTag();
            assertThat(in.getNamespaceCount()).isEqualTo(1);
        }
    }

    @Test
    void theWriterOfAnEnvelopeAnswersQueriesWithoutARun() throws XMLStreamException {
        byte[] bytes = write(out -> {
            assertThat(out.getPrefix(SOAP11)).isNull();
            out.setPrefix("soap", SOAP11);
            assertThat(out.getPrefix(SOAP11)).isEqualTo("soap");
            out.writeStartElement("soap", "Envelope", SOAP11);
            assertThat(out.getPrefix(SOAP11)).isEqualTo("soap");
            assertThat(out.getPrefix("urn:other")).isNull();
            out.writeNamespace("soap", SOAP11);
            out.writeStartElement("soap", "Body", SOAP11);
            out.writePart(0, VALUE);
            out.writeEndElement();
            out.writeEndElement();
        });

        assertThat(bytes).isEqualTo(ordinary(SOAP11));
    }

    @Test
    void anEndOfTheDocumentEndsWhatIsOpen() throws XMLStreamException {
        byte[] bytes = write(out -> {
            start(out, "soap", SOAP11);
            out.writePart(0, VALUE);
            out.writeStartElement("", "more", "");
        });

        assertThat(read(bytes)).endsWith("part", "<more {}", "</more", "</Body", "</Envelope");
    }

    @Test
    void anEndTagWithoutAnElementIsRefused() {
        assertThatThrownBy(() -> write(out -> {
                    start(out, "soap", SOAP11);
                    out.writePart(0, VALUE);
                    out.writeEndElement();
                    out.writeEndElement();
                    out.writeEndElement();
                }))
                .isInstanceOf(XMLStreamException.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void anyMessageIsReadAsItWasWritten(long seed) throws XMLStreamException {
        Random random = new Random(seed);
        int ordinary = 0;
        for (int i = 0; i < RANDOM_MESSAGES; i++) {
            RandomMessage message = new RandomMessage(random);
            byte[] bytes = write(message::write);
            ordinary += bytes[0] == Segment.ENVELOPE ? 1 : 0;
            assertThat(read(bytes)).as("seed " + seed + ", message " + i).isEqualTo(message.events);
        }
        assertThat(ordinary).as("ordinary envelopes, seed " + seed).isBetween(RANDOM_MESSAGES / 10, RANDOM_MESSAGES);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "03", // no version
                "0302 00",
                "03ff 00",
                "0300 0300 00", // twice
                "0300 04 04 04 00",
                "0300 04 04 0300 00",
                "0300 01", // a run without pieces
                "04 00",
                "00 0300"
            })
    void tagsInTheWrongPlaceAreMalformed(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));

        assertThatThrownBy(() -> read(bytes))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MALFORMED_MESSAGE));
    }

    @Test
    void tagsBehindOtherContentAreMalformed() throws XMLStreamException {
        byte[] part = write(out -> out.writePart(0, VALUE));
        byte[] comment = write(out -> {
            out.writeComment("c");
            out.writePart(0, VALUE);
        });
        int run = comment.length - part.length;

        for (String before : List.of(
                HexFormat.of().formatHex(part, 0, part.length - 1),
                HexFormat.of().formatHex(comment, 0, run))) {
            byte[] bytes = joined(before + "0300", part);
            assertThatThrownBy(() -> read(bytes))
                    .isInstanceOf(ParleyException.class)
                    .hasMessageContaining("behind other content");
        }
    }

    private static byte[] ordinary(String namespace) throws XMLStreamException {
        return write(out -> {
            start(out, "soap", namespace);
            out.writePart(0, VALUE);
            out.writeEndElement();
            out.writeEndElement();
        });
    }

    private static void start(ContentWriter out, String prefix, String namespace) throws XMLStreamException {
        out.writeStartElement(prefix, "Envelope", namespace);
        out.writeNamespace(prefix, namespace);
        out.writeStartElement(prefix, "Body", namespace);
    }

    private static byte[] write(TypedMessages.Content content) throws XMLStreamException {
        return Messages.write(RecordRoundTripTest.BINDING, out -> {
            content.write(out);
            out.writeEndDocument();
        });
    }

    private static byte[] joined(String hex, byte[] rest) {
        byte[] first = HexFormat.of().parseHex(hex);
        byte[] all = new byte[first.length + rest.length];
        System.arraycopy(first, 0, all, 0, first.length);
        System.arraycopy(rest, 0, all, first.length, rest.length);
        return all;
    }

    private static ContentReader reader(Source source) {
        return Messages.HHFR.newReader(source, Messages.parts(RecordRoundTripTest.BINDING));
    }

    /** Returns the events of a message, without the end of the document. */
    private static List<String> read(byte[] bytes) throws XMLStreamException {
        List<String> events = new ArrayList<>();
        try (Source source = Messages.source(bytes)) {
            ContentReader in = reader(source);
            int event = in.next();
            while (event != XMLStreamConstants.END_DOCUMENT) {
                if (in.part() != null) {
                    assertThat(in.part().take()).isEqualTo(VALUE);
                    assertThat(in.getEventType()).isEqualTo(XMLStreamConstants.END_ELEMENT);
                    events.add("part");
                } else {
                    events.add(shown(in, event));
                }
                event = in.next();
            }
            source.expectEnd("message");
        }
        return events;
    }

    private static String shown(ContentReader in, int event) {
        return switch (event) {
            case XMLStreamConstants.START_ELEMENT -> {
                Map<String, String> declared = new TreeMap<>(); // bnux writes those of the element's name last
                for (int i = 0; i < in.getNamespaceCount(); i++) {
                    declared.put(in.getNamespacePrefix(i), in.getNamespaceURI(i));
                }
                assertThat(in.getPrefix().isEmpty() ? "" : in.getNamespaceURI(in.getPrefix()))
                        .isEqualTo(in.getNamespaceURI());
                String prefix = in.getPrefix().isEmpty() ? "" : in.getPrefix() + ":";
                yield "<" + prefix + in.getLocalName() + " " + declared;
            }
            case XMLStreamConstants.END_ELEMENT -> "</" + in.getLocalName();
            case XMLStreamConstants.COMMENT -> "<!--" + in.getText();
            default -> in.getText();
        };
    }

    /** A message that is an envelope with a body, but perhaps with something that an ordinary one does not have. */
    private static final class RandomMessage {
        final List<String> events = new ArrayList<>();
        private final Random random;

        RandomMessage(Random random) {
            this.random = random;
        }

        void write(ContentWriter out) throws XMLStreamException {
            String namespace = random.nextBoolean() ? SOAP11 : SOAP12;
            String prefix = random.nextInt(5) == 0 ? "s" : "soap";
            if (random.nextBoolean()) {
                out.setPrefix(prefix, namespace);
            }
            comments(out, 10);
            out.writeStartElement(prefix, "Envelope", namespace);
            out.writeNamespace(prefix, namespace);
            boolean more = random.nextInt(10) == 0;
            if (more) {
                out.writeNamespace("x", "urn:x");
            }
            events.add("<" + prefix + ":Envelope {" + prefix + "=" + namespace + (more ? ", x=urn:x}" : "}"));
            if (random.nextInt(10) == 0) {
                element(out, prefix, "Header", namespace, 3);
            }
            out.writeStartElement(prefix, "Body", namespace);
            events.add("<" + prefix + ":Body {}");
            content(out, 2);
            end(out, "Body");
            comments(out, 10);
            if (random.nextInt(10) == 0) {
                element(out, "", "behind", "", 2);
            }
            end(out, "Envelope");
            comments(out, 10);
        }

        private void content(ContentWriter out, int depth) throws XMLStreamException {
            for (int count = random.nextInt(4); count > 0; count--) {
                int kind = random.nextInt(8);
                if (kind == 0 && depth < 5) {
                    element(out, "", "e", "", depth + 1);
                } else if (kind == 1) {
                    out.writeCharacters("text");
                    events.add("text");
                } else if (kind == 2) {
                    comments(out, 1);
                } else {
                    out.writePart(0, VALUE);
                    events.add("part");
                }
            }
        }

        private void element(ContentWriter out, String prefix, String name, String namespace, int depth)
                throws XMLStreamException {
            out.writeStartElement(prefix, name, namespace);
            events.add("<" + (prefix.isEmpty() ? "" : prefix + ":") + name + " {}");
            content(out, depth);
            end(out, name);
        }

        private void end(ContentWriter out, String name) throws XMLStreamException {
            out.writeEndElement();
            events.add("</" + name);
        }

        private void comments(ContentWriter out, int rarity) throws XMLStreamException {
            if (random.nextInt(rarity) == 0) {
                out.writeComment("c");
                events.add("<!--c");
            }
        }
    }
}
