package io.parley.transport.jms.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.endpoint.Contract;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.EmbeddedBroker;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlValue;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests requests on a queue whose content type names an encoding: that of bytes, while a text has none. */
class QueueCharsetTest {
    private static final String QUEUE = "words";
    private static final String TEXT = "\u00c4\u00e9\u00b5";
    private static final String REQUEST = Letters.envelope("<n:word xmlns:n='urn:samples'>" + TEXT + "</n:word>");

    private EmbeddedBroker broker;
    private JmsEndpoint endpoint;
    private Letters letters;

    /** A text. */
    @XmlRootElement(name = "word", namespace = "urn:samples")
    static class Word {
        @XmlValue
        String text;
    }

    @BeforeEach
    void start() throws Exception {
        broker = EmbeddedBroker.builder().queue(QUEUE).start();
        endpoint = JmsEndpoint.serve(Contract.builder("urn:samples")
                        .operation("echo", Word.class, Word.class)
                        .build())
                .on("echo", Word.class, word -> word)
                .start(BrokerAccess.byUrl(broker.localUrl()), QUEUE);
        letters = new Letters(broker, QUEUE);
    }

    @AfterEach
    void stop() throws Exception {
        letters.close();
        endpoint.close();
        broker.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ISO-8859-1", "UTF-16", "windows-1252"})
    void theCharsetIsThatOfBytesOnly(String charset) throws Exception {
        BytesMessage bytes = letters.marked(letters.session.createBytesMessage());
        bytes.writeBytes(REQUEST.getBytes(Charset.forName(charset)));

        assertThat(answer(bytes, charset)).contains(TEXT);
        assertThat(answer(letters.text(REQUEST), charset)).contains(TEXT);
    }

    private String answer(Message request, String charset) throws JMSException {
        request.setStringProperty("SOAPJMS_contentType", "text/xml; charset=" + charset);
        request.setStringProperty("SOAPJMS_soapAction", "\"\"");
        Message reply = letters.ask(request);
        if (reply instanceof TextMessage text) {
            return text.getText();
        }
        byte[] content = new byte[(int) ((BytesMessage) reply).getBodyLength()];
        ((BytesMessage) reply).readBytes(content);
        return new String(content, StandardCharsets.UTF_8);
    }
}
