package io.parley.cxf.transport;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.binding.Part;
import io.parley.cxf.recorded.RecordedCopy;
import io.parley.cxf.stax.OutContent;
import io.parley.cxf.stax.Terms;
import io.parley.representation.Sink;
import io.parley.runtime.OutgoingMessage;
import io.parley.soap.HeaderUse;
import io.parley.soap.SentHeaders;
import io.parley.soap.SoapHead;
import io.parley.soap.StaticHeaders;
import java.util.List;
import org.apache.cxf.message.Message;
import org.jspecify.annotations.Nullable;

/** Content of one message on a conversation. The message is started when its head is known; subclasses define how. */
abstract class MessageContent implements OutContent {
    private final Terms terms;
    private final StaticHeaders headers;
    private final PartCounter counter;

    private @Nullable OutgoingMessage started;
    private @Nullable RecordedCopy copy;
    /** Numbers of header blocks that this message acknowledges, reused if it is written again. */
    private @Nullable List<Integer> acknowledged;

    MessageContent(Terms terms, StaticHeaders headers, PartCounter counter) {
        this.terms = terms;
        this.headers = headers;
        this.counter = counter;
    }

    /** Returns the head of the message. */
    abstract SoapHead head();

    /** Starts the message, or starts it again. */
    abstract OutgoingMessage beginMessage();

    /** Starts a copy for the recording; returns null if nothing is recorded. */
    abstract @Nullable RecordedCopy beginCopy();

    @Override
    public final Terms terms() {
        return terms;
    }

    @Override
    public final SentHeaders headers() {
        return headers.sent();
    }

    @Override
    public final @Nullable HeaderUse headerUse() {
        return copy;
    }

    @Override
    public final Sink begin() {
        OutgoingMessage message = beginMessage();
        started = message;
        copy = beginCopy();
        if (copy != null) {
            message.sink().copyTo(copy);
        }
        if (acknowledged == null) {
            acknowledged = headers.stored().takeUnacknowledged();
        }
        head().chosen(terms.chosen()).acknowledging(acknowledged).write(message.sink());
        return message.sink();
    }

    @Override
    public final void discardForRewrite(Exception why) {
        discard();
        OutgoingMessage lost = started;
        if (lost != null) {
            lost.unrepeatable().ifPresent(place -> {
                throw new ParleyException(
                        ErrorCode.ENCODING,
                        place
                                + ": expected content that can be read a second time, since a value beside it has no typed"
                                + " form and the message is written anew, found that its data source does not give it"
                                + " again from the start",
                        why);
            });
        }
    }

    final boolean isStarted() {
        return started != null;
    }

    /** Sends the message; one without content consists of its head. */
    final void send() {
        if (started == null) {
            begin();
        }
        OutgoingMessage message = started;
        if (message != null) {
            send(message);
        }
    }

    private void send(OutgoingMessage message) {
        boolean sent = false;
        try {
            message.send();
            sent = true;
        } finally {
            if (copy != null && sent) {
                copy.onEnd(true);
            } else if (copy != null) {
                copy.discard();
            }
        }
    }

    @Override
    public final void discard() {
        if (started != null) {
            started.discard();
        }
        if (copy != null) {
            copy.discard();
        }
    }

    /** Returns false: the call fails with its chain, unless a subclass repeats it another way. */
    @Override
    public boolean recover(Message message, ParleyException why) {
        return false;
    }

    @Override
    public final void count(boolean typed) {
        counter.count(typed);
    }

    @Override
    public final void untyped(Part part, String reason) {
        counter.untyped(part, reason);
    }
}
