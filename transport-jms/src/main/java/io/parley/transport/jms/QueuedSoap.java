package io.parley.transport.jms;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.endpoint.negotiated.SoapMediaType;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * SOAP message on a queue (SOAP over Java Message Service 1.0, W3C). Immutable, apart from its content.
 */
public final class QueuedSoap {
    /** Names of the properties of the binding, section 2.2. */
    private static final String BINDING_VERSION = "SOAPJMS_bindingVersion";

    private static final String CONTENT_TYPE = "SOAPJMS_contentType";
    private static final String CONTENT_ENCODING = "SOAPJMS_contentEncoding";
    private static final String SOAP_ACTION = "SOAPJMS_soapAction";
    private static final String IS_FAULT = "SOAPJMS_isFault";
    private static final String REQUEST_URI = "SOAPJMS_requestURI";

    private static final String VERSION = "1.0";

    private final String contentType;
    private final String action;
    private final boolean isFault;
    private final boolean isText;
    private final byte[] content;

    /**
     * Creates a message.
     *
     * @param contentType media type with its parameters
     * @param action the SOAP action without quotes; empty if there is none
     * @param isFault whether it is a fault
     * @param content the envelope in UTF-8, which is not copied
     */
    public QueuedSoap(String contentType, String action, boolean isFault, byte[] content) {
        this(contentType, action, isFault, false, content);
    }

    private QueuedSoap(String contentType, String action, boolean isFault, boolean isText, byte[] content) {
        this.contentType = contentType;
        this.action = action;
        this.isFault = isFault;
        this.isText = isText;
        this.content = content;
    }

    /**
     * Returns the media type.
     *
     * @throws ParleyException {@code PROTOCOL} if it is not of SOAP, or in an unknown encoding
     */
    public SoapMediaType type() {
        SoapMediaType type = SoapMediaType.of(contentType);
        return isText ? type.ofText() : type;
    }

    /** Returns the SOAP action without quotes; empty if there is none. */
    public String action() {
        return action;
    }

    /** Returns whether it is a fault. */
    public boolean isFault() {
        return isFault;
    }

    /** Returns a reader of the envelope: in UTF-8, or in the encoding that a BytesMessage of others declares. */
    public InputStream content() {
        return new ByteArrayInputStream(content);
    }

    /** Returns the length of the envelope in bytes. */
    public int length() {
        return content.length;
    }

    /** Creates the JMS message. */
    Message write(Session session, boolean bytes, String requestUri) throws JMSException {
        Message message;
        if (bytes) {
            BytesMessage binary = session.createBytesMessage();
            binary.writeBytes(content);
            message = binary;
        } else {
            message = session.createTextMessage(new String(content, StandardCharsets.UTF_8));
        }
        message.setStringProperty(BINDING_VERSION, VERSION);
        message.setStringProperty(CONTENT_TYPE, contentType);
        message.setStringProperty(SOAP_ACTION, '"' + action + '"');
        message.setStringProperty(REQUEST_URI, requestUri);
        message.setBooleanProperty(IS_FAULT, isFault);
        return message;
    }

    /** Returns the request URI of a message; empty if it has none. */
    static String requestUri(Message message) throws JMSException {
        return orEmpty(message.getStringProperty(REQUEST_URI));
    }

    /**
     * Reads a message that is text or bytes.
     *
     * @param isRequest true if it needs a request URI
     * @param memory called with the number of bytes before they are copied; may throw. The broker's library holds a
     *     text already
     * @throws ParleyException {@code PROTOCOL} if it does not follow the binding; {@code LIMIT} if it is longer than
     *     {@code parley.limits.message-bytes}, which is checked before its bytes are copied; {@code BUDGET} if there is
     *     no memory for them
     */
    static QueuedSoap read(Message message, boolean isRequest, Limits limits, LongConsumer memory) throws JMSException {
        String version = orEmpty(message.getStringProperty(BINDING_VERSION));
        if (!version.equals(VERSION)) {
            throw refused(BINDING_VERSION, VERSION, version);
        }
        String type = orEmpty(message.getStringProperty(CONTENT_TYPE));
        if (type.isEmpty()) {
            throw refused(CONTENT_TYPE, "a media type", "");
        }
        if (isRequest && requestUri(message).isEmpty()) {
            throw refused(REQUEST_URI, "the address of the service", "");
        }
        String encoding = orEmpty(message.getStringProperty(CONTENT_ENCODING));
        if (!encoding.isEmpty() && !encoding.equals("identity")) {
            throw refused(CONTENT_ENCODING, "none", encoding);
        }
        return new QueuedSoap(
                type,
                SoapMediaType.unquoted(orEmpty(message.getStringProperty(SOAP_ACTION))),
                message.propertyExists(IS_FAULT) && message.getBooleanProperty(IS_FAULT),
                message instanceof TextMessage,
                content(message, limits, memory));
    }

    private static byte[] content(Message message, Limits limits, LongConsumer memory) throws JMSException {
        long most = limits.get(Limit.MESSAGE_BYTES);
        if (message instanceof BytesMessage binary) {
            int length = (int) checked(binary.getBodyLength(), most);
            memory.accept(length);
            byte[] bytes = new byte[length];
            binary.reset();
            int read = bytes.length == 0 ? 0 : binary.readBytes(bytes);
            if (read != bytes.length) {
                throw new ParleyException(
                        ErrorCode.PROTOCOL, "jms: expected " + bytes.length + " bytes, found " + read);
            }
            return bytes;
        }
        String text = orEmpty(((TextMessage) message).getText());
        memory.accept(checked(utf8Length(text), most));
        return withoutDeclaration(text).getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the number of bytes of a text in UTF-8, in which a half of a surrogate pair counts as two. */
    private static long utf8Length(String text) {
        long length = text.length();
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            if (each >= 0x800 && !Character.isSurrogate(each)) {
                length += 2;
            } else if (each >= 0x80) {
                length++;
            }
        }
        return length;
    }

    private static long checked(long length, long most) {
        if (length > Math.min(most, Integer.MAX_VALUE - 8)) {
            throw new ParleyException(
                    ErrorCode.LIMIT,
                    "jms: expected a message of at most " + most + " bytes (" + Limit.MESSAGE_BYTES.setting()
                            + "), found " + length);
        }
        return length;
    }

    /** Removes the XML declaration, whose encoding is not that of characters. */
    private static String withoutDeclaration(String text) {
        int end = text.startsWith("<?xml ") ? text.indexOf("?>") : -1;
        return end < 0 ? text : text.substring(end + 2);
    }

    private static String orEmpty(@Nullable String value) {
        return value == null ? "" : value;
    }

    private static ParleyException refused(String property, String expected, String found) {
        return new ParleyException(
                ErrorCode.PROTOCOL,
                "jms: " + property + ": expected " + expected + ", found " + (found.isEmpty() ? "none" : "another"));
    }
}
