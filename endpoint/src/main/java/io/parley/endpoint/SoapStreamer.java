package io.parley.endpoint;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.binding.PartKey.Direction;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.PartNumbering;
import io.parley.negotiation.xml.NegotiationXml;
import io.parley.representation.ContentReader;
import io.parley.representation.ContentWriter;
import io.parley.representation.Representation;
import io.parley.representation.Source;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.OutgoingMessage;
import io.parley.soap.SoapEnvelope;
import io.parley.soap.SoapFault;
import io.parley.soap.SoapHead;
import io.parley.soap.SoapVersion;
import java.net.HttpURLConnection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Streamer of a session that was negotiated by SOAP, with a peer that has the same contract or a WSDL of it, for
 * instance under CXF. The content is a head and an envelope (docs/protocol/framing.md, section 5.5); requests without a
 * response are answered with status 202, and errors with a SOAP fault unless it is certain that nothing was done. Parts
 * that are equal on both sides are typed. Thread-safe.
 */
public final class SoapStreamer extends Streamer {
    private static final Logger LOG = LoggerFactory.getLogger(SoapStreamer.class);

    private final List<Representation> representations;
    /** Index of the representation of an operation's messages. */
    private final Map<String, Integer> chosen = new HashMap<>();

    private final SoapText text;
    private final SoapVersion version;

    private SoapStreamer(Contract contract, PartNumbering numbering, Agreement agreement, SoapVersion version) {
        super(contract, AgreedParts.of(contract.parts(), numbering));
        this.text = contract.soapText();
        this.version = version;
        List<String> names = agreement.representations();
        this.representations = names.stream().map(contract::representation).toList();
        for (String operation : contract.operations()) {
            chosen.put(operation, names.indexOf(agreement.representation(contract.qualified(operation))));
        }
    }

    /**
     * Creates the streamer of a session, on either side.
     *
     * @param version of requests; they are answered in their own
     * @throws ParleyException {@code NEGOTIATION} if the other side's terms of OPEN do not fit the agreement, or a
     *     representation is not on the class path
     */
    static SoapStreamer of(Contract contract, Conversation conversation, SoapVersion version) {
        Agreement agreement = conversation.agreement();
        PartNumbering numbering =
                PartNumbering.accepting(agreement.data(), contract.description(), conversation.openTerms());
        return new SoapStreamer(contract, numbering, agreement, version);
    }

    @Override
    public <M extends OutgoingMessage> M send(Supplier<M> begin, String operation, Object value) {
        SoapHead head = SoapHead.request(version, text.action(operation), List.of());
        return send(begin, head, operation, Direction.IN, value);
    }

    /**
     * Reads the reply to a request without a response, and closes it. A response is dropped, as over SOAP: the service
     * may have another version of the contract.
     *
     * @throws ParleyException that of a fault
     */
    public void taken(IncomingMessage response, String operation) {
        try (response) {
            SoapHead head = SoapHead.read(response.source());
            if (response.kind() == IncomingMessage.Kind.FAULT) {
                throw fault(response, head, operation);
            }
        }
    }

    @Override
    public @Nullable Opened open(IncomingMessage message) {
        Source source = message.source();
        SoapHead head = SoapHead.read(source);
        checkRequest(head);
        try {
            if (!head.attachments().isEmpty()) {
                throw new ParleyException(
                        ErrorCode.SCHEMA_VIOLATION, "expected nothing beside the envelope, found attachments");
            }
            ContentReader reader = reader(source, head);
            SoapEnvelope envelope = envelope(reader, source);
            if (envelope.headers().stream().anyMatch(SoapEnvelope.HeaderBlock::mustUnderstand)) {
                answer(
                        message,
                        head.version(),
                        new SoapFault(
                                SoapFault.Cause.MUST_UNDERSTAND,
                                "a header block that must be understood is not",
                                Optional.empty()));
                message.close();
                return null;
            }
            QName element = envelope.bodyName()
                    .orElseThrow(() -> ParleyException.malformed("an element", "an empty body", "soap:Body"));
            return new InEnvelope(message, text.operation(element, head.action()), envelope.version(), reader);
        } catch (ParleyException e) {
            if (!failed(message, head.version(), e)) {
                throw e;
            }
            message.close();
            return null;
        }
    }

    /** Checks the head of a request; an invalid one ends the message, since its meaning is unknown. */
    private void checkRequest(SoapHead head) {
        head.checkRequest();
        checkRepresentation(head);
        if (!head.kept().isEmpty()) {
            throw ParleyException.malformed("static headers that were given", "an acknowledgement of another", "head");
        }
    }

    @Override
    Object read(IncomingMessage response, String operation) {
        SoapHead head = SoapHead.read(response.source());
        if (response.kind() == IncomingMessage.Kind.FAULT) {
            throw fault(response, head, operation);
        }
        if (head.status() == HttpURLConnection.HTTP_ACCEPTED
                && response.source().isAtEnd()) {
            throw new ParleyException(
                            ErrorCode.PROTOCOL,
                            operation + ": expected its response, found that the service took the message without one")
                    .afterDispatch();
        }
        ContentReader reader = reader(response.source(), head);
        if (envelope(reader, response.source()).bodyName().isEmpty()) {
            throw new ParleyException(
                            ErrorCode.SCHEMA_VIOLATION, operation + ": expected its response, found an empty body")
                    .afterDispatch();
        }
        return body(reader, response.source(), contract.operation(operation).element(Direction.OUT));
    }

    private RuntimeException fault(IncomingMessage response, SoapHead head, String operation) {
        SoapEnvelope envelope = envelope(reader(response.source(), head), response.source());
        return envelope.isFault()
                ? FaultContent.read(envelope, contract.operation(operation))
                : new ParleyException(
                                ErrorCode.SCHEMA_VIOLATION, operation + ": expected a fault, found another element")
                        .afterDispatch();
    }

    /** A message whose envelope was read up to the content of its body. */
    private final class InEnvelope extends Opened {
        private final SoapVersion its;
        private final ContentReader reader;

        InEnvelope(IncomingMessage message, String operation, SoapVersion its, ContentReader reader) {
            super(message, operation);
            this.its = its;
            this.reader = reader;
        }

        @Override
        public Object value() {
            ContractElement element = contract.operation(operation()).in();
            return body(reader, message().source(), element);
        }

        @Override
        public void answer(Object value) {
            SoapHead head = SoapHead.response(its, HttpURLConnection.HTTP_OK, List.of());
            send(() -> message().beginResponse(false), head, operation(), Direction.OUT, value);
        }

        @Override
        boolean canBeTaken() {
            return true;
        }

        @Override
        void taken() {
            OutgoingMessage reply = message().beginResponse(false);
            SoapHead.response(its, HttpURLConnection.HTTP_ACCEPTED, List.of()).write(reply.sink());
            reply.send();
        }

        @Override
        boolean failed(RuntimeException why) {
            if (why instanceof OperationFault fault && canBeAnswered(message())) {
                ContractOperation own = contract.operation(operation());
                SoapStreamer.this.answer(message(), its, writer -> FaultContent.write(writer, its, own, fault));
                return true;
            }
            return SoapStreamer.this.failed(message(), its, why);
        }
    }

    /**
     * Answers a failed request with a fault, like SOAP, if something may have been done. Returns false for an error
     * that is safe to retry, which is sent as a code so that the request is repeated.
     */
    private boolean failed(IncomingMessage message, SoapVersion its, RuntimeException why) {
        boolean safe = why instanceof ParleyException coded
                && coded.retry() == ErrorCode.Retry.SAFE
                && !(coded.code() == ErrorCode.UNKNOWN_OPERATION);
        if (safe || !canBeAnswered(message)) {
            return false;
        }
        if (why instanceof ParleyException coded) {
            LOG.debug("Answering a request with a fault", why);
            answer(message, its, SoapFault.of(coded));
        } else {
            LOG.warn("Handler failed", why);
            answer(
                    message,
                    its,
                    SoapFault.of(new ParleyException(ErrorCode.INTERNAL, "the handler of the call failed")));
        }
        return true;
    }

    private void answer(IncomingMessage message, SoapVersion its, SoapFault fault) {
        answer(message, its, writer -> fault.write(writer, its));
    }

    private void answer(IncomingMessage message, SoapVersion its, BodyContent fault) {
        SoapHead head = SoapHead.response(its, HttpURLConnection.HTTP_INTERNAL_ERROR, List.of());
        answer(message, "a fault", reply -> write(reply, head, 0, fault));
    }

    @Override
    void write(
            OutgoingMessage message,
            SoapHead head,
            String operation,
            ContractElement element,
            boolean typed,
            Object value)
            throws XMLStreamException {
        int number = number(element);
        write(message, head, chosen.getOrDefault(operation, 0), writer -> {
            if (!typed || !writePart(writer, number, value)) {
                element.writePlain(value, writer);
            }
        });
    }

    /** Writes the content of a body. */
    @FunctionalInterface
    private interface BodyContent {
        void write(ContentWriter writer) throws XMLStreamException;
    }

    private void write(OutgoingMessage message, SoapHead head, int form, BodyContent body) throws XMLStreamException {
        head.chosen(form).write(message.sink());
        ContentWriter out = representations.get(form).newWriter(message.sink(), parts());
        SoapEnvelope.write(out, head.version(), List.of(), writer -> body.write(out));
        out.writeEndDocument();
        message.send();
    }

    private void checkRepresentation(SoapHead head) {
        if (head.representation() >= representations.size()) {
            throw ParleyException.malformed(
                    "one of " + representations.size() + " representations", "number " + head.representation(), "head");
        }
    }

    private ContentReader reader(Source source, SoapHead head) {
        checkRepresentation(head);
        return representations.get(head.representation()).newReader(source, parts());
    }

    /** Reads an envelope; rejects references to header blocks, since static headers were not agreed. */
    private static SoapEnvelope envelope(ContentReader reader, Source source) {
        try {
            SoapEnvelope envelope = SoapEnvelope.read(reader);
            for (SoapEnvelope.HeaderBlock block : envelope.headers()) {
                if (block.name().getNamespaceURI().equals(NegotiationXml.NAMESPACE)) {
                    throw ParleyException.malformed(
                            "header blocks", "a replaced header block", source.at("soap:Header"));
                }
            }
            return envelope;
        } catch (XMLStreamException e) {
            throw new ParleyException(
                    ErrorCode.MALFORMED_MESSAGE, source.at("envelope") + ": expected an envelope, found none", e);
        }
    }

    /**
     * Returns whether a part is typed as that of another message. If two operations have the same element, the action
     * decides which is called, and the service's contract may have other actions than the caller's.
     */
    private boolean isOfOther(ContentReader.@Nullable TypedPart typed, ContractElement element) {
        return typed != null && typed.index() != number(element);
    }

    private Object body(ContentReader in, Source source, ContractElement element) {
        try {
            Object value = isOfOther(in.part(), element) ? element.readPlain(in) : value(in, element);
            in.nextTag();
            if (in.isStartElement()) {
                throw new ParleyException(
                        ErrorCode.SCHEMA_VIOLATION, place(source, element) + ": expected one element, found more");
            }
            while (in.hasNext()) {
                in.next();
            }
            source.expectEnd("envelope");
            return value;
        } catch (XMLStreamException e) {
            throw new ParleyException(
                    ErrorCode.MALFORMED_MESSAGE, place(source, element) + ": expected one element, found none", e);
        }
    }

    private static String place(Source source, ContractElement element) {
        return source.at(element.part().key().toString());
    }
}
