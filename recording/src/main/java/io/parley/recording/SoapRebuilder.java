package io.parley.recording;

import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.binding.Parts;
import io.parley.context.ContextStore;
import io.parley.representation.ContentReader;
import io.parley.representation.Representation;
import io.parley.representation.Representations;
import io.parley.representation.Source;
import io.parley.soap.ExpandingReader;
import io.parley.soap.HeaderReader;
import io.parley.soap.HeaderSource;
import io.parley.soap.SoapHead;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/**
 * Rebuilds the SOAP messages of a recording, from the recording, its store and the representations on the class path;
 * it needs no classes of the services. Used by one thread at a time.
 */
public final class SoapRebuilder {
    /** Maximum number of agreements whose parts are cached. */
    private static final int MAX_CACHED = 64;

    private final Recording recording;
    private final Masking masking;
    private final CheckpointStore store;
    private final RecordedParts recorded;
    private final Representations representations;
    private final Map<Long, SessionDescription> sessions = new HashMap<>();
    private final Map<SessionDescription, Parts> parts = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<SessionDescription, Parts> eldest) {
            return size() > MAX_CACHED;
        }
    };

    public SoapRebuilder(Recording recording, ContextStore store, Masking masking) {
        this.recording = recording;
        this.masking = masking;
        this.store = new CheckpointStore(store);
        this.recorded = new RecordedParts(this.store, recording.limits());
        this.representations = Representations.load(SoapRebuilder.class.getClassLoader());
    }

    /**
     * Rebuilds all messages, in order, up to the first record with an error.
     *
     * @param to receives each message; one that cannot be rebuilt has a reason, and the next one follows
     * @return the first error; empty if there is none
     * @throws IOException if the recording cannot be read
     */
    public Optional<Finding> rebuild(Consumer<RebuiltMessage> to) throws IOException {
        try (RecordWalk walk = recording.walk()) {
            for (RecordWalk.Step step = walk.next(); step != null; step = walk.next()) {
                read(step, to);
            }
            return Optional.empty();
        } catch (BrokenRecordingException e) {
            return Optional.of(e.finding());
        }
    }

    private void read(RecordWalk.Step step, Consumer<RebuiltMessage> to) throws BrokenRecordingException {
        RebuiltMessage message;
        try (Source body = step.frame().source(recording.limits())) {
            message = read(step.number(), body);
        } catch (ParleyException e) {
            throw new BrokenRecordingException(new Finding(Finding.Kind.ALTERED, step.number(), step.file(), e.text()));
        }
        if (message != null) {
            to.accept(message);
        }
    }

    private @Nullable RebuiltMessage read(long number, Source body) {
        RecordKind kind = RecordBody.readKind(body);
        body.readVarint(); // the number, checked before
        Instant time = Frame.readTime(body);
        switch (kind) {
            case SESSION -> {
                long session = RecordBody.readSession(body);
                RecordBody.readAgain(body);
                sessions.put(session, RecordBody.readDescription(body));
            }
            case SESSION_END -> sessions.remove(RecordBody.readSession(body));
            case MESSAGE -> {
                RecordedMessage message = RecordBody.readMessage(body);
                return rebuild(number, time, message, RecordBody.readRest(body));
            }
            default -> {
                // not about messages
            }
        }
        return null;
    }

    private RebuiltMessage rebuild(long number, Instant time, RecordedMessage message, byte[] content) {
        SessionDescription session = sessions.get(message.session());
        if (session == null) {
            throw ParleyException.malformed("a session that was described", "another", "record " + number);
        }
        SoapHead head = null;
        try (Source source = Source.of(Unpooled.wrappedBuffer(content), recording.limits())) {
            head = SoapHead.read(source);
            String problem = message.whole() ? problem(head) : "only its beginning was recorded";
            String envelope = message.whole() && !source.isAtEnd() ? envelope(session, message, head, source) : "";
            return new RebuiltMessage(number, time, message, session, head, envelope, problem);
        } catch (ParleyException e) {
            return new RebuiltMessage(number, time, message, session, head, "", e.text());
        }
    }

    /** Returns why the message cannot be rebuilt: side streams are not recorded. */
    private static String problem(SoapHead head) {
        return head.attachments().isEmpty() ? "" : head.attachments().size() + " attachments are not rebuilt";
    }

    private String envelope(SessionDescription session, RecordedMessage message, SoapHead head, Source source) {
        String[] agreed = session.representation().split(",", -1);
        if (head.representation() >= agreed.length) {
            throw ParleyException.malformed("one of " + agreed.length + " representations", "another", "head");
        }
        String name = agreed[head.representation()];
        Representation representation = representations
                .find(name)
                .orElseThrow(() -> new ParleyException(
                        ErrorCode.ENCODING,
                        "representation " + name + ": expected it on the class path, found none of that name"));
        try {
            ContentReader content = representation.newReader(source, parts(session));
            HeaderSource headers = new RecordedHeaders(message.headers(), store, recording.limits());
            return EnvelopeText.of(
                    new ExpandingReader(content, () -> new HeaderReader(headers, content, null)),
                    head.version(),
                    masking);
        } catch (XMLStreamException e) {
            throw new ParleyException(
                    ErrorCode.MALFORMED_MESSAGE, "message: expected its events, found malformed content", e);
        }
    }

    private Parts parts(SessionDescription session) {
        Parts known = parts.get(session);
        if (known == null) {
            known = recorded.of(session);
            parts.put(session, known);
        }
        return known;
    }
}
