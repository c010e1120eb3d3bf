package io.parley.runtime;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.binding.PartKey.Direction;
import io.parley.negotiation.Agreement;
import io.parley.representation.ContentReader;
import io.parley.representation.ContentWriter;
import io.parley.representation.Representation;
import io.parley.representation.Source;
import io.parley.soap.SoapHead;
import io.parley.soap.SoapVersion;
import java.util.List;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;

/**
 * Turns the values of a contract's messages into message content and back (paper 001, 4.2). The content is what SOAP
 * endpoints send too: a head, whose action names the operation, and one body part, here without an envelope around it.
 * Thread-safe.
 */
public final class Streamer {
    private static final SoapHead ANSWER = SoapHead.response(SoapVersion.V1_2, 200, List.of());

    private final Contract contract;

    Streamer(Contract contract) {
        this.contract = contract;
    }

    /**
     * Writes a request or message without response, and sends it.
     *
     * @throws ParleyException {@code UNKNOWN_OPERATION}, {@code ENCODING}, {@code LIMIT}; nothing was dispatched then
     */
    public void send(OutgoingMessage message, String operation, Object value) {
        write(message, operation, contract.operation(operation).head(), Direction.IN, value);
    }

    /** Answers a request of that operation. */
    public void answer(IncomingMessage request, String operation, Object value) {
        write(request.beginResponse(false), operation, ANSWER, Direction.OUT, value);
    }

    /**
     * Reads the head of a request or a message without response, to know what to do with the rest.
     *
     * @throws ParleyException {@code UNKNOWN_OPERATION} or {@code MALFORMED_MESSAGE}
     */
    public Opened open(IncomingMessage message) {
        String operation = SoapHead.read(message.source()).action();
        contract.operation(operation);
        return new Opened(message, operation);
    }

    /**
     * Reads the response of that operation; closes it. Waits for what is still to come of it.
     *
     * @throws ParleyException {@code SCHEMA_VIOLATION} or {@code MALFORMED_MESSAGE}
     */
    public Object response(IncomingMessage response, String operation) {
        try (response) {
            return readOrRenewed(response, operation);
        }
    }

    /** An answer whose encoder failed half-way is followed by another, for instance a fault. */
    private Object readOrRenewed(IncomingMessage response, String operation) {
        try {
            return read(response, operation);
        } catch (ParleyException e) {
            IncomingMessage anew = response.renewed();
            if (anew == null) {
                throw e;
            }
            return response(anew, operation);
        }
    }

    private Object read(IncomingMessage response, String operation) {
        SoapHead.read(response.source());
        if (response.kind() == IncomingMessage.Kind.FAULT) {
            throw new ParleyException(
                    ErrorCode.SCHEMA_VIOLATION,
                    "response of " + operation + ": expected its element, found a SOAP fault, which a contract"
                            + " without a WSDL does not have");
        }
        return read(response, operation, Direction.OUT);
    }

    /** Checks, when handlers are declared, that an operation exists and has values of that class. */
    public void checkType(String operation, Class<?> type) {
        ContractElement element = contract.operation(operation).in();
        if (!type.isAssignableFrom(element.type())) {
            throw new IllegalArgumentException("operation " + operation + ": expected a handler of "
                    + element.type().getName() + ", found one of " + type.getName());
        }
    }

    /** Whether requests of that operation have a response. */
    public boolean hasResponse(String operation) {
        return contract.operation(operation).out() != null;
    }

    /** A message whose operation is known and whose value is still to be read, once. */
    public final class Opened {
        private final IncomingMessage message;
        private final String operation;

        Opened(IncomingMessage message, String operation) {
            this.message = message;
            this.operation = operation;
        }

        public IncomingMessage message() {
            return message;
        }

        public String operation() {
            return operation;
        }

        /**
         * The value.
         *
         * @throws ParleyException {@code SCHEMA_VIOLATION} or {@code MALFORMED_MESSAGE}
         */
        public Object value() {
            return read(message, operation, Direction.IN);
        }
    }

    private void write(OutgoingMessage message, String operation, SoapHead head, Direction direction, Object value) {
        boolean sent = false;
        try {
            ContractElement element = contract.operation(operation).element(direction);
            element.check(value);
            head.write(message.sink());
            Representation form = contract.representation(message.agreement(), operation);
            ContentWriter out = form.newWriter(message.sink(), contract.parts());
            int number = contract.parts().indexOf(element.part().key());
            if (out.canWrite(number, value)) {
                out.writePart(number, value);
            } else {
                out.writeStartDocument();
                element.writePlain(value, out);
            }
            out.writeEndDocument();
            message.send();
            sent = true;
        } catch (XMLStreamException e) {
            throw new ParleyException(ErrorCode.ENCODING, "operation " + operation + ": cannot write its element", e);
        } finally {
            if (!sent) {
                message.discard();
            }
        }
    }

    private Object read(IncomingMessage message, String operation, Direction direction) {
        ContractElement element = contract.operation(operation).element(direction);
        Agreement agreement = message.conversation().agreement();
        Source source = message.source();
        try {
            ContentReader in = contract.representation(agreement, operation).newReader(source, contract.parts());
            in.nextTag();
            Object value = value(in, element);
            if (in.next() != XMLStreamConstants.END_DOCUMENT) {
                throw new ParleyException(
                        ErrorCode.SCHEMA_VIOLATION, source.at(operation) + ": expected one element, found more");
            }
            source.expectEnd(operation);
            return value;
        } catch (XMLStreamException e) {
            throw new ParleyException(
                    ErrorCode.MALFORMED_MESSAGE, source.at(operation) + ": expected one element, found none", e);
        }
    }

    private Object value(ContentReader in, ContractElement element) throws XMLStreamException {
        ContentReader.TypedPart typed = in.part();
        if (typed == null) {
            return element.readPlain(in);
        }
        if (typed.index() != contract.parts().indexOf(element.part().key())) {
            throw new ParleyException(
                    ErrorCode.SCHEMA_VIOLATION,
                    "expected the part " + element.part().key() + ", found that of another message");
        }
        return typed.take();
    }
}
