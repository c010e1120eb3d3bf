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
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import org.apache.cxf.message.Message;
import org.jspecify.annotations.Nullable;

/** The content of one message on a conversation. The message is begun when its head can be known, not before. */
final class MessageContent implements OutContent {
    private final Terms terms;
    private final StaticHeaders headers;
    private final PartCounter counter;
    private final Supplier<SoapHead> head;
    private final Supplier<OutgoingMessage> begin;
    private final BiPredicate<Message, ParleyException> recovery;
    /** Begins a copy for the recording; gives null where nothing is recorded. */
    private final Supplier<@Nullable RecordedCopy> recording;

    private @Nullable OutgoingMessage begun;
    private @Nullable RecordedCopy copy;
    /** Numbers of header blocks that this message says are kept, also when it is begun anew. */
    private @Nullable List<Integer> acknowledged;

    /** A message that fails with its chain. */
    MessageContent(
            Terms terms,
            StaticHeaders headers,
            PartCounter counter,
            Supplier<SoapHead> head,
            Supplier<OutgoingMessage> begin,
            Supplier<@Nullable RecordedCopy> recording) {
        this(terms, headers, counter, head, begin, recording, (message, why) -> false);
    }

    /**
     * @param recording begins a copy for the recording, or gives null where nothing is recorded
     * @param recovery makes the call another way if its content could not be written
     */
    MessageContent(
            Terms terms,
            StaticHeaders headers,
            PartCounter counter,
            Supplier<SoapHead> head,
            Supplier<OutgoingMessage> begin,
            Supplier<@Nullable RecordedCopy> recording,
            BiPredicate<Message, ParleyException> recovery) {
        this.terms = terms;
        this.headers = headers;
        this.counter = counter;
        this.head = head;
        this.begin = begin;
        this.recording = recording;
        this.recovery = recovery;
    }

    @Override
    public Terms terms() {
        return terms;
    }

    @Override
    public SentHeaders headers() {
        return headers.sent();
    }

    @Override
    public @Nullable HeaderUse headerUse() {
        return copy;
    }

    @Override
    public Sink begin() {
        OutgoingMessage message = begin.get();
        begun = message;
        copy = recording.get();
        if (copy != null) {
            message.sink().copyTo(copy);
        }
        if (acknowledged == null) {
            acknowledged = headers.kept().takeUnsaid();
        }
        head.get().chosen(terms.chosen()).acknowledging(acknowledged).write(message.sink());
        return message.sink();
    }

    @Override
    public void giveUpToBeginAnew(Exception why) {
        discard();
        OutgoingMessage lost = begun;
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

    boolean isBegun() {
        return begun != null;
    }

    /** Sends what was begun; a message that no chain wrote to consists of its head. */
    void send() {
        if (begun == null) {
            begin();
        }
        OutgoingMessage message = begun;
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
    public void discard() {
        if (begun != null) {
            begun.discard();
        }
        if (copy != null) {
            copy.discard();
        }
    }

    @Override
    public boolean recover(Message message, ParleyException why) {
        return recovery.test(message, why);
    }

    @Override
    public void count(boolean typed) {
        counter.count(typed);
    }

    @Override
    public void untyped(Part part, String reason) {
        counter.untyped(part, reason);
    }
}
