package io.parley.endpoint;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.binding.Part;
import io.parley.binding.PartKey.Direction;
import io.parley.binding.Parts;
import io.parley.negotiation.ExpendableOperations;
import io.parley.representation.ContentReader;
import io.parley.representation.ContentWriter;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.OutgoingMessage;
import io.parley.soap.SoapHead;
import java.util.function.Supplier;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/**
 * Converter of a contract's values to message content and back (the HHFR paper, section 4.2): a head and one body part,
 * without an envelope if the agreement was made by API, and in an envelope ({@link SoapStreamer}) if it was negotiated
 * by SOAP. Thread-safe.
 */
public abstract sealed class Streamer permits BareStreamer, SoapStreamer {
    final Contract contract;
    private final Parts parts;

    /**
     * Creates a streamer.
     *
     * @param parts of a session, in the order of their numbers on the wire
     */
    Streamer(Contract contract, Parts parts) {
        this.contract = contract;
        this.parts = parts;
    }

    /**
     * Starts, writes and sends a request or a message without a response. If the value has no typed form, the message
     * is discarded and replaced by another.
     *
     * @param begin starts a message
     * @return the sent message
     * @throws ParleyException {@code UNKNOWN_OPERATION}, {@code ENCODING}, {@code LIMIT}; nothing was dispatched then
     */
    public abstract <M extends OutgoingMessage> M send(Supplier<M> begin, String operation, Object value);

    /**
     * Sends a message without a response like {@link #send(Supplier, String, Object)}; it may be lost if that was
     * agreed.
     */
    public final void send(String operation, Object value, Conversation session) {
        send(() -> session.beginOneWay(contract.qualified(operation)), operation, value);
    }

    /** Sends a message that may be lost; returns false if that was not agreed for its operation. */
    public final boolean trySendExpendable(String operation, Object value, Conversation session) {
        ExpendableOperations agreed = session.agreement().expendable();
        if (agreed.count() == 0 || agreed.number(contract.qualified(operation)) < 0) {
            return false;
        }
        send(operation, value, session);
        return true;
    }

    /**
     * Reads a request or a message without a response up to its value, to determine the operation.
     *
     * @return null if the message was already answered with an error
     * @throws ParleyException {@code UNKNOWN_OPERATION}, {@code SCHEMA_VIOLATION} or {@code MALFORMED_MESSAGE}
     */
    public abstract @Nullable Opened open(IncomingMessage message);

    abstract Object read(IncomingMessage response, String operation);

    /**
     * Reads the response of an operation and closes it. Waits for the rest if it is still arriving.
     *
     * @throws OperationFault if it is a fault that the operation declares
     * @throws ParleyException {@code SCHEMA_VIOLATION} or {@code MALFORMED_MESSAGE}; that of another fault
     */
    public final Object response(IncomingMessage response, String operation) {
        try (response) {
            return readOrRenewed(response, operation);
        }
    }

    /** Reads a response, or the one that replaced it, such as a fault after its encoder failed. */
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

    /** Checks that an operation exists and has values of a class, when its handler is declared. */
    public final void checkType(String operation, Class<?> type) {
        ContractElement element = contract.operation(operation).in();
        if (!type.isAssignableFrom(element.type())) {
            throw new IllegalArgumentException("operation " + operation + ": expected a handler of "
                    + element.type().getName() + ", found one of " + type.getName());
        }
    }

    /** Returns whether an operation has a response. */
    public final boolean hasResponse(String operation) {
        return contract.operation(operation).out() != null;
    }

    /** A message whose operation is known and whose value is still to be read, once. */
    public abstract static class Opened {
        private final IncomingMessage message;
        private final String operation;

        Opened(IncomingMessage message, String operation) {
            this.message = message;
            this.operation = operation;
        }

        /** Returns the received message, whose content {@link #value} reads. */
        public final IncomingMessage message() {
            return message;
        }

        /** Returns the name of its operation in the contract. */
        public final String operation() {
            return operation;
        }

        /**
         * Returns the value.
         *
         * @throws ParleyException {@code SCHEMA_VIOLATION} or {@code MALFORMED_MESSAGE}
         */
        public abstract Object value();

        /** Sends the response. */
        public abstract void answer(Object value);

        /** Returns whether requests of an operation without a response are possible here. */
        boolean canBeTaken() {
            return false;
        }

        /** Acknowledges a request of an operation without a response. */
        void taken() {
            throw new IllegalStateException("expected a request with a response, found a message without one");
        }

        /** Answers the request with a failure; returns false if the session must report it instead. */
        boolean failed(RuntimeException why) {
            return false;
        }
    }

    /**
     * Writes a whole message and sends it.
     *
     * @param typed true if its part may be typed
     */
    abstract void write(
            OutgoingMessage message,
            SoapHead head,
            String operation,
            ContractElement element,
            boolean typed,
            Object value)
            throws XMLStreamException;

    /** Sends a message; if its value has no typed form, discards it and sends another one as infoset. */
    final <M extends OutgoingMessage> M send(
            Supplier<M> begin, SoapHead head, String operation, Direction direction, Object value) {
        ContractElement element = contract.operation(operation).element(direction);
        element.check(value);
        boolean typed = number(element) >= 0;
        M message = begin.get();
        try {
            writeOrDiscard(message, head, operation, element, typed, value);
            return message;
        } catch (ParleyException e) {
            if (!typed
                    || e.code() != ErrorCode.ENCODING
                    || message.unrepeatable().isPresent()) {
                throw e;
            }
            element.untyped(e);
        }
        M anew = begin.get();
        writeOrDiscard(anew, head, operation, element, false, value);
        return anew;
    }

    private void writeOrDiscard(
            OutgoingMessage message,
            SoapHead head,
            String operation,
            ContractElement element,
            boolean typed,
            Object value) {
        boolean sent = false;
        try {
            write(message, head, operation, element, typed, value);
            sent = true;
        } catch (XMLStreamException e) {
            throw new ParleyException(ErrorCode.ENCODING, element.part().key() + ": cannot be written", e);
        } finally {
            if (!sent) {
                message.discard();
            }
        }
    }

    final int number(ContractElement element) {
        return parts.indexOf(element.part().key());
    }

    final Parts parts() {
        return parts;
    }

    /** Returns whether a fault may be sent for a message. */
    static boolean canBeAnswered(IncomingMessage message) {
        return message.kind() == IncomingMessage.Kind.REQUEST && message.isWanted();
    }

    /** Writes a fault and sends it. */
    @FunctionalInterface
    interface FaultReply {
        void send(OutgoingMessage reply) throws XMLStreamException;
    }

    /**
     * Answers a request with a fault, and discards one that cannot be written.
     *
     * @param name the fault, for the error
     */
    static void answer(IncomingMessage message, String name, FaultReply fault) {
        OutgoingMessage reply = message.beginResponse(true);
        boolean sent = false;
        try {
            fault.send(reply);
            sent = true;
        } catch (XMLStreamException e) {
            throw new ParleyException(ErrorCode.ENCODING, name + " cannot be written", e);
        } finally {
            if (!sent) {
                reply.discard();
            }
        }
    }

    /** Writes the value as a typed part if possible; returns whether it did. */
    static boolean writePart(ContentWriter out, int number, Object value) throws XMLStreamException {
        boolean typed = number >= 0 && out.canWrite(number, value);
        if (typed) {
            out.writePart(number, value);
        }
        return typed;
    }

    /** Returns the value of the element at whose start the reader is; leaves the reader at its end. */
    final Object value(ContentReader in, ContractElement element) throws XMLStreamException {
        ContentReader.TypedPart typed = in.part();
        if (typed == null) {
            return element.readPlain(in);
        }
        Part part = element.part();
        if (typed.index() != number(element)) {
            throw new ParleyException(
                    ErrorCode.SCHEMA_VIOLATION, "expected the part " + part.key() + ", found that of another message");
        }
        return part.required(typed.take());
    }
}
