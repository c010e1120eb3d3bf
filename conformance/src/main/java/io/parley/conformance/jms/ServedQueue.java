package io.parley.conformance.jms;

import io.parley.conformance.raw.RawDigests;
import jakarta.jms.BytesMessage;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A queue from which a service receives requests of SOAP over JMS. Thread-safe.
 *
 * @param broker provides connections that need no further settings
 * @param name of the queue
 */
public record ServedQueue(ConnectionFactory broker, String name) {
    private static final String PREFIX = "parley.";
    private static final int MOST_HOST = 128;
    private static final int KEPT_OF_HOST = 63;

    /** Returns a new connection to the broker. */
    public BrokerTalk talk() throws JMSException {
        return BrokerTalk.at(broker);
    }

    /** Returns the name of the queue of one of the service's listeners (section 1.1). */
    public String listener(int port) {
        return PREFIX + host() + "." + port;
    }

    /** Returns the host of the addresses of the service's listeners. */
    public String host() {
        StringBuilder host = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char each = name.charAt(i);
            boolean isPlain = (each >= 'a' && each <= 'z')
                    || (each >= 'A' && each <= 'Z')
                    || (each >= '0' && each <= '9')
                    || each == '_'
                    || each == '-'
                    || (each == '.' && i > 0);
            host.append(isPlain ? String.valueOf(each) : "_" + HexFormat.of().toHexDigits(each));
        }
        if (host.length() <= MOST_HOST) {
            return host.toString();
        }
        byte[] hash = RawDigests.sha256(name);
        return host.substring(0, KEPT_OF_HOST) + "-" + HexFormat.of().formatHex(hash);
    }

    /**
     * Sends a SOAP 1.1 request and waits for its response.
     *
     * @param bytes whether to send a BytesMessage, not a TextMessage
     * @return null if none arrives in time
     */
    public @Nullable Message ask(BrokerTalk talk, String envelope, boolean bytes) throws JMSException {
        Message request = bytes
                ? talk.bytes(envelope.getBytes(StandardCharsets.UTF_8))
                : talk.session().createTextMessage(envelope);
        request.setStringProperty("SOAPJMS_bindingVersion", "1.0");
        request.setStringProperty("SOAPJMS_contentType", "text/xml; charset=UTF-8");
        request.setStringProperty("SOAPJMS_requestURI", "jms:queue:" + name);
        request.setStringProperty("SOAPJMS_soapAction", "\"\"");
        talk.send(talk.session().createQueue(name), request, talk.inbox());
        return talk.receive(BrokerTalk.PATIENCE_MILLIS);
    }

    /** Returns the text of a response as bytes. */
    public static byte[] content(Message response) throws JMSException {
        return response instanceof TextMessage text
                ? text.getText().getBytes(StandardCharsets.UTF_8)
                : JmsPacket.bytes((BytesMessage) response);
    }
}
