package io.parley.endpoint;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.binding.PartKey.Direction;
import io.parley.schema.SafeXml;
import io.parley.soap.SoapEnvelope;
import io.parley.soap.SoapVersion;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Converter of a contract's values to plain SOAP and back: an envelope whose body is the element of the message
 * (document/literal). An operation is identified by the element of its request or, if several have the same, by its
 * SOAP action. Thread-safe.
 */
public final class SoapText {
    private static final String BODY = "soap:Body";

    private final Contract contract;
    private final Map<QName, List<String>> byElement = new HashMap<>();

    SoapText(Contract contract) {
        this.contract = contract;
        for (String name : contract.operations()) {
            QName element = contract.operation(name).in().part().element();
            byElement.computeIfAbsent(element, absent -> new ArrayList<>(1)).add(name);
        }
    }

    /** A parsed request. */
    public record Request(String operation, Object value) {}

    /**
     * Reads a request.
     *
     * @param envelope whose body was not read yet
     * @param action from HTTP or the media type, without quotes; empty if there is none
     * @throws ParleyException {@code UNKNOWN_OPERATION}, {@code SCHEMA_VIOLATION}, {@code XML_REFUSED} or {@code LIMIT}
     */
    public Request readRequest(SoapEnvelope envelope, String action) {
        QName element =
                envelope.bodyName().orElseThrow(() -> ParleyException.malformed("an element", "an empty body", BODY));
        String operation = operation(element, action);
        return new Request(
                operation, read(envelope.body(), contract.operation(operation).in()));
    }

    /**
     * Returns the operation of a request.
     *
     * @throws ParleyException {@code UNKNOWN_OPERATION} if there is none
     */
    String operation(QName element, String action) {
        List<String> candidates = byElement.getOrDefault(element, List.of());
        if (candidates.size() == 1) {
            return candidates.get(0);
        }
        for (String candidate : candidates) {
            if (contract.operation(candidate).action().equals(action)) {
                return candidate;
            }
        }
        throw new ParleyException(
                ErrorCode.UNKNOWN_OPERATION,
                candidates.isEmpty()
                        ? "body: expected the element of an operation of " + contract.namespace() + ", found another"
                        : "SOAP action: expected that of one of " + candidates
                                + ", which have the same element, found another");
    }

    /**
     * Reads the response of an operation.
     *
     * @throws OperationFault if there is a declared fault instead
     * @throws ParleyException that of another fault: its code if it is one of Parley's, otherwise {@code INTERNAL};
     *     {@code SCHEMA_VIOLATION}, {@code XML_REFUSED} or {@code LIMIT}
     */
    public Object readResponse(SoapEnvelope envelope, String operation) {
        if (envelope.isFault()) {
            throw fault(envelope, operation);
        }
        ContractElement element = contract.operation(operation).element(Direction.OUT);
        if (envelope.bodyName().isEmpty()) {
            throw ParleyException.malformed("the element " + element.part().element(), "an empty body", BODY);
        }
        return read(envelope.body(), element);
    }

    /** Reads a fault that answers an operation's request: a declared one, or an error. */
    public RuntimeException fault(SoapEnvelope envelope, String operation) {
        return FaultContent.read(envelope, contract.operation(operation));
    }

    /**
     * Writes a fault.
     *
     * @param fault one that the operation declares
     */
    public void writeFault(OutputStream out, SoapVersion version, String operation, OperationFault fault) {
        SoapEnvelope.write(
                out,
                version,
                List.of(),
                writer -> FaultContent.write(writer, version, contract.operation(operation), fault));
    }

    /** Returns the SOAP action of an operation's requests; may be empty. */
    public String action(String operation) {
        return contract.operation(operation).action();
    }

    /**
     * Writes a request.
     *
     * @throws ParleyException {@code UNKNOWN_OPERATION} or {@code ENCODING}
     */
    public void writeRequest(OutputStream out, SoapVersion version, String operation, Object value) {
        write(out, version, contract.operation(operation).in(), value);
    }

    /** Writes a response. */
    public void writeResponse(OutputStream out, SoapVersion version, String operation, Object value) {
        write(out, version, contract.operation(operation).element(Direction.OUT), value);
    }

    private static void write(OutputStream out, SoapVersion version, ContractElement element, Object value) {
        element.check(value);
        SoapEnvelope.write(out, version, List.of(), writer -> element.writePlain(value, writer));
    }

    private static Object read(XMLStreamReader in, ContractElement element) {
        try {
            Object value = element.readPlain(in);
            in.nextTag();
            if (in.isStartElement()) {
                throw new ParleyException(
                        ErrorCode.SCHEMA_VIOLATION, "body: expected one element, found more than that");
            }
            while (in.hasNext()) {
                in.next();
            }
            return value;
        } catch (XMLStreamException e) {
            throw SafeXml.refused(e);
        }
    }
}
