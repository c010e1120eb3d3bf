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

/** Between endpoints that hold the same contract, by an agreement of their own: no envelope, and the head's action is the operation. */
final class BareStreamer extends Streamer {
    private static final SoapHead ANSWER = SoapHead.response(SoapVersion.V1_2, 200, List.of());

    BareStreamer(Contract contract) {
        super(contract, contract.parts());
    }

    @Override
    public void send(OutgoingMessage message, String operation, Object value) {
        write(message, operation, contract.operation(operation).head(), Direction.IN, value);
    }

    @Override
    public Opened open(IncomingMessage message) {
        String operation = SoapHead.read(message.source()).action();
        contract.operation(operation);
        return new Opened(message, operation) {
            @Override
            public Object value() {
                return read(message(), operation(), Direction.IN);
            }

            @Override
            public void answer(Object value) {
                write(message().beginResponse(false), operation(), ANSWER, Direction.OUT, value);
            }
        };
    }

    @Override
    Object read(IncomingMessage response, String operation) {
        SoapHead.read(response.source());
        if (response.kind() == IncomingMessage.Kind.FAULT) {
            throw new ParleyException(
                    ErrorCode.SCHEMA_VIOLATION,
                    "response of " + operation + ": expected its element, found a SOAP fault, which a contract"
                            + " without a WSDL does not have");
        }
        return read(response, operation, Direction.OUT);
    }

    private void write(OutgoingMessage message, String operation, SoapHead head, Direction direction, Object value) {
        boolean sent = false;
        try {
            ContractElement element = contract.operation(operation).element(direction);
            element.check(value);
            head.write(message.sink());
            Representation form = contract.representation(message.agreement(), operation);
            ContentWriter out = form.newWriter(message.sink(), parts());
            if (!writePart(out, number(element), value)) {
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
            ContentReader in = contract.representation(agreement, operation).newReader(source, parts());
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
}
