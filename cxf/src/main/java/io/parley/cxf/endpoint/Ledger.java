package io.parley.cxf.endpoint;

import io.parley.binding.Part;
import io.parley.cxf.transport.CallBytes;
import io.parley.cxf.transport.PartCounter;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.FallbackReason;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counters and last events of one client or service endpoint. Thread-safe. */
public final class Ledger implements PartCounter {
    private static final Logger LOG = LoggerFactory.getLogger(Ledger.class);

    private final LongAdder streamed = new LongAdder();
    private final LongAdder typed = new LongAdder();
    private final LongAdder infoset = new LongAdder();
    private final Map<FallbackReason, LongAdder> fallbacks = new ConcurrentHashMap<>();
    private final Map<String, FallbackReason> failedChannels = new ConcurrentHashMap<>();
    private final Map<String, Untyped> untyped = new ConcurrentHashMap<>();
    private final CallTimes streamTimes = new CallTimes();
    private final CallTimes soapTimes = new CallTimes();
    private final BytesByOperation bytes = new BytesByOperation();
    private final Instant since = Instant.now();
    private volatile @Nullable Agreement agreement;
    private volatile @Nullable Transcript negotiation;
    private volatile String lastDetail = "";

    /** Creates a ledger without entries. */
    public Ledger() {}

    @Override
    public void count(boolean isTyped) {
        (isTyped ? typed : infoset).increment();
    }

    @Override
    public void untyped(Part part, String reason) {
        Untyped first = new Untyped(1, reason);
        String key = part.key().toString();
        Untyped now = untyped.merge(key, first, (before, one) -> new Untyped(before.count() + 1, one.reason()));
        if (now.count() == 1) {
            LOG.info(
                    "Sending a value of {} as infoset: {}. Further values of this part are only counted in the status",
                    key,
                    reason);
        }
    }

    /**
     * Values of one typed part that had no typed form.
     *
     * @param count number of such values
     * @param reason why the last of them had no typed form
     */
    public record Untyped(long count, String reason) {}

    /** Counts a call sent on a session. */
    public void streamed(Agreement by) {
        streamed.increment();
        agreement = by;
    }

    /** Counts a call sent by SOAP. */
    public void fellBack(FallbackReason reason, String detail) {
        fellBackAgain(counter(reason), detail);
    }

    /** Returns the counter of calls sent by SOAP for that reason. */
    public LongAdder counter(FallbackReason reason) {
        return fallbacks.computeIfAbsent(reason, absent -> new LongAdder());
    }

    /** Counts a call sent by SOAP, given the {@link #counter} of its reason. */
    public void fellBackAgain(LongAdder counter, String detail) {
        counter.increment();
        if (!lastDetail.equals(detail)) {
            lastDetail = detail;
        }
    }

    /** Records that a channel could not be opened. */
    public void channelFailed(String channel, FallbackReason reason) {
        failedChannels.put(channel, reason);
    }

    /** Records that a channel was opened. */
    public void opened(String channel) {
        failedChannels.remove(channel);
    }

    /** Records the texts of the last negotiation. */
    public void negotiated(Transcript last) {
        negotiation = last;
    }

    /** Records the terms of the last agreement. */
    public void agreed(Agreement terms) {
        agreement = terms;
    }

    /**
     * Returns the times of streamed calls, or of those by SOAP; empty unless they are measured, see {@link CallWatch}.
     */
    public CallTimes times(boolean streamed) {
        return streamed ? streamTimes : soapTimes;
    }

    /** Counts the bytes of an answered call. */
    void answered(String operation, boolean byStream, CallBytes call) {
        bytes.answered(operation, byStream, call);
    }

    /** Returns the bytes of a client's calls; empty unless they are measured, see {@link CallWatch}. */
    public List<OperationBytes> bytes() {
        return bytes.soFar();
    }

    /** Returns the creation time of the counters. */
    public Instant since() {
        return since;
    }

    /** Returns the number of calls sent on a session, or, for a service, received on one. */
    public long streamedCalls() {
        return streamed.sum();
    }

    /** Returns the number of body parts that this side wrote typed. */
    public long typedParts() {
        return typed.sum();
    }

    /** Returns the number of body parts that this side wrote as infoset on a session. */
    public long infosetParts() {
        return infoset.sum();
    }

    /** Returns the values of typed parts that this side wrote as infoset, by part. */
    public Map<String, Untyped> untypedValues() {
        return Map.copyOf(untyped);
    }

    /** Returns the number of calls sent by SOAP, by reason. */
    public Map<FallbackReason, Long> fallbacks() {
        Map<FallbackReason, Long> counts = new EnumMap<>(FallbackReason.class);
        fallbacks.forEach((reason, count) -> counts.put(reason, count.sum()));
        return counts;
    }

    /** Returns the channels that were agreed on but failed to open, and have not been opened since, with the reason. */
    public Map<String, FallbackReason> failedChannels() {
        return Map.copyOf(failedChannels);
    }

    /** Returns the detail of the last fallback; may be empty. */
    public String lastDetail() {
        return lastDetail;
    }

    /** Returns the transcript of this client's last negotiation. */
    public Optional<Transcript> negotiation() {
        return Optional.ofNullable(negotiation);
    }

    /** Returns the agreement of the session used or opened last. */
    public Optional<Agreement> agreement() {
        return Optional.ofNullable(agreement);
    }
}
