package io.parley.negotiation.xml;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.negotiation.Answer;
import io.parley.negotiation.Offer;
import io.parley.negotiation.Outcome;
import io.parley.schema.SafeXml;
import io.parley.soap.SoapEnvelope;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.BiConsumer;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

/**
 * Tests that any bytes are read, or refused with a code that blames the peer, and that a message that was read can be
 * written.
 */
class NegotiationFuzzTest {
    private static final Set<ErrorCode> THE_PEERS_FAULT =
            EnumSet.of(ErrorCode.NEGOTIATION, ErrorCode.XML_REFUSED, ErrorCode.LIMIT, ErrorCode.MALFORMED_MESSAGE);

    @FuzzTest
    void anyBytesAreReadOrRefused(byte[] bytes) throws XMLStreamException {
        try {
            SoapEnvelope envelope =
                    SoapEnvelope.read(new ByteArrayInputStream(bytes), Limits.defaults(), Limit.NEGOTIATION_BYTES);
            if (envelope.bodyName().filter(NegotiationXml.OFFER::equals).isPresent()) {
                Offer offer = NegotiationXml.readOffer(envelope.body(), Limits.defaults());
                assertThat(NegotiationXml.readOffer(again(offer, NegotiationXml::write), Limits.defaults()))
                        .isEqualTo(offer);
            } else if (envelope.bodyName().isPresent()) {
                Outcome<Answer> reply = NegotiationXml.readReply(envelope.body(), Limits.defaults());
                if (reply instanceof Outcome.Reached<Answer> reached) {
                    Answer answer = reached.value();
                    assertThat(NegotiationXml.readReply(again(answer, NegotiationXml::write), Limits.defaults()))
                            .isEqualTo(reply);
                }
            }
        } catch (ParleyException e) {
            if (!THE_PEERS_FAULT.contains(e.code())) {
                throw e;
            }
        }
    }

    private static <T> XMLStreamReader again(T message, BiConsumer<T, XMLStreamWriter> write)
            throws XMLStreamException {
        StringWriter text = new StringWriter();
        XMLStreamWriter writer = SafeXml.output().createXMLStreamWriter(text);
        write.accept(message, writer);
        writer.flush();
        XMLStreamReader reader = SafeXml.reader(new StringReader(text.toString()), Limits.defaults());
        reader.nextTag();
        return reader;
    }
}
