package io.parley.examples.compare;

import io.parley.cxf.ParleyStatus;
import io.parley.examples.instances.InstanceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/** Calls one operation by all transports and compares the results. Used once, by one thread. */
final class OperationComparison {
    private final OperationForm operation;
    private final Calls calls;
    private final List<Way> ways;
    private final List<Tally> tallies;
    private long typed;
    private long infoset;
    private int faults;
    private int unlikeCalls;
    private OperationResult.@Nullable Unlike unlike;

    /**
     * Creates a comparison.
     *
     * @param ways transports: plain SOAP, the stream, and the stream as infoset
     */
    OperationComparison(OperationForm operation, Calls calls, List<Way> ways) {
        this.operation = operation;
        this.calls = calls;
        this.ways = ways;
        this.tallies = ways.stream().map(way -> new Tally()).toList();
    }

    /** Result of one call by one transport. */
    private record Seen(Optional<List<@Nullable Object>> received, Outcome outcome) {}

    OperationResult run(String port, ComparisonListener listener) throws InterruptedException {
        String obstacle = "";
        int call = 0;
        try {
            for (; call < calls.number() && obstacle.isEmpty(); call++) {
                obstacle = compare(call);
                listener.step();
            }
        } catch (InstanceException e) {
            obstacle = "no values can be made: " + e.getMessage();
        } catch (XMLStreamException | IllegalAccessException | RuntimeException e) {
            obstacle = "call " + call + " cannot be made: " + e;
        }
        return new OperationResult(
                port,
                operation.name(),
                parts(),
                call,
                faults,
                cost(0),
                cost(1),
                cost(2),
                typed,
                infoset,
                Optional.ofNullable(unlike)
                        .map(first ->
                                new OperationResult.Unlike(first.call(), first.way(), unlikeCalls, first.difference())),
                obstacle);
    }

    private OperationResult.Cost cost(int way) {
        return tallies.get(way).cost();
    }

    /** Compares one call; returns the reason if plain SOAP has no result to compare with, otherwise an empty string. */
    private String compare(int call) throws XMLStreamException, IllegalAccessException, InterruptedException {
        List<String> request = calls.request(call);
        List<Seen> seen = new ArrayList<>();
        for (Way way : ways) {
            seen.add(call(way, call, request));
            Outcome first = seen.get(0).outcome();
            if (!first.isRegular(operation)) {
                return "call " + call + " fails by plain SOAP too: " + why(first);
            }
            if (way.status().map(ParleyStatus::streamedCalls).orElse(1L) == 0) {
                return "calls do not stream: "
                        + seen.get(seen.size() - 1).outcome().thrown();
            }
        }
        faults += seen.get(0).outcome().thrown() == null ? 0 : 1;
        boolean isUnlike = false;
        for (int i = 1; i < seen.size(); i++) {
            Optional<Difference> difference = difference(seen.get(0), seen.get(i));
            if (difference.isPresent()) {
                isUnlike = true;
                if (unlike == null) {
                    unlike = new OperationResult.Unlike(call, ways.get(i).name(), 0, difference.get());
                }
            }
        }
        unlikeCalls += isUnlike ? 1 : 0;
        return "";
    }

    /** Returns an exception with its cause, since JAX-WS exceptions name neither host nor reason. */
    private static String why(Outcome outcome) {
        Throwable thrown = outcome.thrown();
        return thrown == null || thrown.getCause() == null
                ? String.valueOf(thrown)
                : thrown + " (" + thrown.getCause() + ")";
    }

    private Seen call(Way way, int call, List<String> request)
            throws XMLStreamException, IllegalAccessException, InterruptedException {
        calls.begin(call);
        long bytes = way.bytes();
        boolean isTyped = way.equals(ways.get(1));
        long[] before = isTyped ? written(way) : new long[2];
        Outcome outcome = Outcome.of(way.proxy(), operation, request);
        Optional<List<@Nullable Object>> received = calls.received();
        tallies.get(ways.indexOf(way)).add(outcome.nanos(), way.bytes() - bytes);
        if (isTyped) {
            long[] after = written(way);
            typed += after[0] - before[0];
            infoset += after[1] - before[1];
        }
        return new Seen(received, outcome);
    }

    /** Returns the numbers of body parts that both sides wrote typed and as infoset. */
    private long[] written(Way way) {
        ParleyStatus client = way.status().orElseThrow();
        long[] service = calls.written();
        return new long[] {client.typedParts() + service[0], client.infosetParts() + service[1]};
    }

    private Optional<Difference> difference(Seen one, Seen two) throws XMLStreamException {
        String what = "what the service received";
        if (one.received().isPresent() != two.received().isPresent()) {
            return Optional.of(new Difference(
                    what,
                    "",
                    "the call " + (two.received().isPresent() ? "came" : "never came")
                            + (two.outcome().thrown() == null
                                    ? ""
                                    : ", the caller got "
                                            + two.outcome().thrown().getClass().getName()),
                    "",
                    String.valueOf(two.outcome().thrown())));
        }
        if (one.received().isPresent()) {
            Optional<Difference> received =
                    calls.difference(one.received().get(), two.received().get());
            if (received.isPresent()) {
                return received.map(difference -> difference.of(what));
            }
        }
        return one.outcome().difference(two.outcome(), operation).map(found -> found.of("what the caller got"));
    }

    private List<OperationResult.Travel> parts() {
        return ways.get(1).status().stream()
                .flatMap(status -> status.parts().stream())
                .filter(part ->
                        part.key().operation().equals(operation.operation().getName()))
                .map(part -> new OperationResult.Travel(
                        part.key().direction().name().toLowerCase(Locale.ROOT),
                        part.element().getLocalPart(),
                        part.isTyped(),
                        part.reason()))
                .toList();
    }
}
