package io.parley.cxf.control;

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

/** Counters and last events of one client or server endpoint. Thread-safe. */
public final class Ledger implements PartCounter {
    private static final Logger LOG = LoggerFactory.getLogger(Ledger.class);

    private final LongAdder streamed = new LongAdder();
    private final LongAdder typed = new LongAdder();
    private final LongAdder infoset = new LongAdder();
    private final Map<FallbackReason, LongAdder> fallbacks = new ConcurrentHashMap<>();
    private final Map<String, FallbackReason> passedOver = new ConcurrentHashMap<>();
    private final Map<String, Untyped> untyped = new ConcurrentHashMap<>();
    private final CallTimes streamTimes = new CallTimes();
    private final CallTimes soapTimes = new CallTimes();
    private final BytesByOperation bytes = new BytesByOperation();
    private final Instant since = Instant.now();
    private volatile @Nullable Agreement agreement;
    private volatile @Nullable Transcript negotiation;
    private volatile String lastDetail = "";

    Ledger() {}

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
                    "a value of {} travels as infoset: {}; others of this part are only counted, in the status",
                    key,
                    reason);
        }
    }

    /**
     * Values of one typed part that had no typed form.
     *
     * @param count number of such values
     * @param reason why the last of them had none
     */
    public record Untyped(long count, String reason) {}

    void streamed(Agreement by) {
        streamed.increment();
        agreement = by;
    }

    void fellBack(FallbackReason reason, String detail) {
        fellBackAgain(counter(reason), detail);
    }

    /** Returns the counter of calls that went by SOAP for that reason. */
    LongAdder counter(FallbackReason reason) {
        return fallbacks.computeIfAbsent(reason, absent -> new LongAdder());
    }

    void fellBackAgain(LongAdder counter, String detail) {
        counter.increment();
        if (!lastDetail.equals(detail)) {
            lastDetail = detail;
        }
    }

    void passedOver(String channel, FallbackReason reason) {
        passedOver.put(channel, reason);
    }

    void opened(String channel) {
        passedOver.remove(channel);
    }

    void negotiated(Transcript last) {
        negotiation = last;
    }

    void agreed(Agreement terms) {
        agreement = terms;
    }

    /** Returns the times of calls by the stream, or of those by SOAP; none unless they are {@link CallWatch watched}. */
    public CallTimes times(boolean streamed) {
        return streamed ? streamTimes : soapTimes;
    }

    /** Counts the bytes of an answered call. */
    void answered(String operation, boolean byStream, CallBytes call) {
        bytes.answered(operation, byStream, call);
    }

    /** Returns the bytes of a client's calls; none unless they are {@link CallWatch watched}. */
    public List<OperationBytes> bytes() {
        return bytes.soFar();
    }

    /** Returns when it began to count. */
    public Instant since() {
        return since;
    }

    /** Calls that were sent on a session, or at a server those that came by one. */
    public long streamedCalls() {
        return streamed.sum();
    }

    /** Body parts that this side wrote typed. */
    public long typedParts() {
        return typed.sum();
    }

    /** Body parts that this side wrote as events on a session. */
    public long infosetParts() {
        return infoset.sum();
    }

    /** Values of typed parts that this side wrote as events, by part. */
    public Map<String, Untyped> untypedValues() {
        return Map.copyOf(untyped);
    }

    /** Calls that went by SOAP, by reason. */
    public Map<FallbackReason, Long> fallbacks() {
        Map<FallbackReason, Long> counts = new EnumMap<>(FallbackReason.class);
        fallbacks.forEach((reason, count) -> counts.put(reason, count.sum()));
        return counts;
    }

    /** Channels that were agreed on and could not be opened, and have not been since, with the reason. */
    public Map<String, FallbackReason> passedOver() {
        return Map.copyOf(passedOver);
    }

    /** Returns details beside the last reason; may be empty. */
    public String lastDetail() {
        return lastDetail;
    }

    /** The last negotiation of this client. */
    public Optional<Transcript> negotiation() {
        return Optional.ofNullable(negotiation);
    }

    /** The agreement of the last session that was used or made. */
    public Optional<Agreement> agreement() {
        return Optional.ofNullable(agreement);
    }
}
