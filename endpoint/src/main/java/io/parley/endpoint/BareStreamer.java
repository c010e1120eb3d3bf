package io.parley.endpoint;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.binding.PartKey.Direction;
import io.parley.negotiation.Agreement;
import io.parley.representation.ContentReader;
import io.parley.representation.ContentWriter;
import io.parley.representation.ObjectPool;
import io.parley.representation.Representation;
import io.parley.representation.SinglePartCodec;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.OutgoingMessage;
import io.parley.soap.SoapEnvelope;
import io.parley.soap.SoapHead;
import io.parley.soap.SoapVersion;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/**
 * Streamer between endpoints with the same contract and an agreement made by API: without an envelope; the head's
 * action is the operation.
 */
final class BareStreamer extends Streamer {
    private static final SoapVersion VERSION = SoapVersion.V1_2;
    private static final SoapHead ANSWER = SoapHead.response(VERSION, HttpURLConnection.HTTP_OK, List.of());
    private static final SoapHead FAULT = SoapHead.response(VERSION, HttpURLConnection.HTTP_INTERNAL_ERROR, List.of());

    /** Reusable sources for messages of one fragment, which application code never sees. */
    private final ObjectPool<Source> sources = new ObjectPool<>(Source::idle);

    private final ObjectPool<Sink> sinks = new ObjectPool<>(Sink::idle);
    private final Map<String, KnownHead> heads = new ConcurrentHashMap<>();
    private volatile @Nullable KnownHead latest;

    /** The usual head of an operation's messages. */
    private static final class KnownHead {
        private final String operation;
        private final byte[] bytes;

        KnownHead(ContractOperation operation) {
            this.operation = operation.name();
            this.bytes = operation.head().bytes();
        }
    }

    BareStreamer(Contract contract) {
        super(contract, contract.parts());
    }

    @Override
    public <M extends OutgoingMessage> M send(Supplier<M> begin, String operation, Object value) {
        return send(begin, contract.operation(operation).head(), operation, Direction.IN, value);
    }

    @Override
    public Opened open(IncomingMessage message) {
        String operation = operation(message);
        return new Opened(message, operation) {
            @Override
            public Object value() {
                return read(message(), operation(), Direction.IN);
            }

            @Override
            public void answer(Object value) {
                send(() -> message().beginResponse(false), ANSWER, operation(), Direction.OUT, value);
            }

            @Override
            boolean failed(RuntimeException why) {
                if (why instanceof OperationFault fault && canBeAnswered(message())) {
                    BareStreamer.this.answer(message(), operation(), fault);
                    return true;
                }
                return false;
            }
        };
    }

    private String operation(IncomingMessage message) {
        Source lent = sources.take();
        String operation;
        try {
            operation = operation(message.lendTo(lent) ? lent : message.source());
        } finally {
            lent.close();
        }
        lent.heldBy(Source.Heap.UNBOUNDED);
        sources.give(lent);
        return operation;
    }

    /** Reads the operation. The head is usually the same as that of the previous message, and is then not parsed. */
    private String operation(Source source) {
        KnownHead likely = latest;
        if (likely != null && source.pass(likely.bytes)) {
            return likely.operation;
        }
        SoapHead head = SoapHead.read(source);
        head.checkRequest();
        if (head.representation() != 0 || !head.kept().isEmpty()) {
            throw ParleyException.malformed("the agreed representation and no static headers", "others", "head");
        }
        ContractOperation operation = contract.operation(head.action());
        latest = heads.computeIfAbsent(operation.name(), name -> new KnownHead(operation));
        return operation.name();
    }

    @Override
    Object read(IncomingMessage response, String operation) {
        if (response.kind() == IncomingMessage.Kind.FAULT) {
            throw fault(response, operation);
        }
        return read(response, operation, Direction.OUT);
    }

    /** Answers a request with a fault in an envelope. */
    private void answer(IncomingMessage message, String operation, OperationFault fault) {
        Representation form = contract.representation(message.conversation().agreement(), operation);
        ContractOperation own = contract.operation(operation);
        answer(message, operation + ": its fault", reply -> {
            FAULT.write(reply.sink());
            ContentWriter out = form.newWriter(reply.sink(), parts());
            SoapEnvelope.write(out, VERSION, List.of(), writer -> FaultContent.write(writer, VERSION, own, fault));
            out.writeEndDocument();
            reply.send();
        });
    }

    private RuntimeException fault(IncomingMessage response, String operation) {
        Source source = response.source();
        SoapHead unused = SoapHead.read(source);
        Representation form = contract.representation(response.conversation().agreement(), operation);
        try {
            SoapEnvelope envelope = SoapEnvelope.read(form.newReader(source, parts()));
            return envelope.isFault()
                    ? FaultContent.read(envelope, contract.operation(operation))
                    : new ParleyException(
                                    ErrorCode.SCHEMA_VIOLATION, operation + ": expected a fault, found another element")
                            .afterDispatch();
        } catch (XMLStreamException e) {
            throw new ParleyException(
                    ErrorCode.MALFORMED_MESSAGE, source.at(operation) + ": expected an envelope, found none", e);
        }
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
        Representation form = contract.representation(message.agreement(), operation);
        SinglePartCodec codec = typed ? form.singlePartCodec() : null;
        if (codec != null && element.part().takes(value)) {
            writeAlone(message, head, codec, element, value);
        } else {
            head.write(message.sink());
            writeEvents(form.newWriter(message.sink(), parts()), element, typed, value);
            message.send();
        }
    }

    /** Writes a message by a reused sink, which is not used again after a failure. */
    private void writeAlone(
            OutgoingMessage message, SoapHead head, SinglePartCodec codec, ContractElement element, Object value)
            throws XMLStreamException {
        Sink lent = sinks.take();
        Sink sink = message.sink(lent);
        head.write(sink);
        codec.write(sink, parts(), number(element), value);
        message.send();
        if (!lent.staysWithMessage()) {
            sinks.give(lent);
        }
    }

    private void writeEvents(ContentWriter out, ContractElement element, boolean typed, Object value)
            throws XMLStreamException {
        if (!typed || !writePart(out, number(element), value)) {
            out.writeStartDocument();
            element.writePlain(value, out);
        }
        out.writeEndDocument();
    }

    private Object read(IncomingMessage message, String operation, Direction direction) {
        Source lent = sources.take();
        Source source = message.lendTo(lent) ? lent : message.source();
        Object value;
        try {
            if (direction == Direction.OUT) {
                SoapHead.read(source);
            }
            value = read(source, message.conversation().agreement(), operation, direction);
            source.expectEnd(operation);
        } catch (XMLStreamException e) {
            throw new ParleyException(
                    ErrorCode.MALFORMED_MESSAGE, source.at(operation) + ": expected one element, found none", e);
        } finally {
            lent.close();
        }
        message.dropContent();
        if (!lent.staysWithMessage()) {
            lent.heldBy(Source.Heap.UNBOUNDED);
            sources.give(lent);
        }
        return value;
    }

    private Object read(Source source, Agreement agreement, String operation, Direction direction)
            throws XMLStreamException {
        ContractElement element = contract.operation(operation).element(direction);
        Representation form = contract.representation(agreement, operation);
        SinglePartCodec codec = form.singlePartCodec();
        if (codec != null && element.part().isTyped() && codec.isNext(source)) {
            return codec.read(source, parts(), number(element));
        }
        source.stayWithMessage();
        return readEvents(form.newReader(source, parts()), element, source, operation);
    }

    private Object readEvents(ContentReader in, ContractElement element, Source source, String operation)
            throws XMLStreamException {
        in.nextTag();
        Object value = value(in, element);
        if (in.next() != XMLStreamConstants.END_DOCUMENT) {
            throw new ParleyException(
                    ErrorCode.SCHEMA_VIOLATION, source.at(operation) + ": expected one element, found more");
        }
        return value;
    }
}
