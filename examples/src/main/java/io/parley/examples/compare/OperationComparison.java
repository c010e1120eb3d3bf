package io.parley.examples.compare;

import io.parley.cxf.ParleyStatus;
import io.parley.examples.instances.InstanceException;
import io.parley.examples.instances.InstanceGenerator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.xml.stream.XMLStreamException;
import org.apache.cxf.service.model.BindingFaultInfo;
import org.jspecify.annotations.Nullable;

/** Calls one operation by all ways, and compares. Used once, by one thread. */
final class OperationComparison {
    /** Of so many calls of an operation with declared faults one is answered with a fault. */
    private static final int FAULT_EACH = 3;

    private final OperationForm operation;
    private final StandIn service;
    private final List<Way> ways;
    private final ComparisonSettings settings;
    private final List<Tally> tallies;
    private long typed;
    private long infoset;
    private int faults;
    private int unlikeCalls;
    private OperationResult.@Nullable Unlike unlike;

    /**
     * @param ways by plain SOAP first, then by the stream, then as infoset
     */
    OperationComparison(OperationForm operation, StandIn service, List<Way> ways, ComparisonSettings settings) {
        this.operation = operation;
        this.service = service;
        this.ways = ways;
        this.settings = settings;
        this.tallies = ways.stream().map(way -> new Tally()).toList();
    }

    /** What one call was by one way. */
    private record Seen(Optional<List<@Nullable Object>> received, Outcome outcome) {}

    OperationResult run(String port, ComparisonListener listener) throws InterruptedException {
        String obstacle = "";
        int call = 0;
        try {
            for (; call < settings.calls() && obstacle.isEmpty(); call++) {
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

    /** Returns why there is nothing to compare with, or an empty text. */
    private String compare(int call) throws XMLStreamException, IllegalAccessException, InterruptedException {
        InstanceGenerator requests = new InstanceGenerator(operation.schemas(), seed(call, "request"));
        List<String> request = operation.request().generate(requests);
        Exchange.Answer answer = answer(call);
        List<Seen> seen = new ArrayList<>();
        for (Way way : ways) {
            seen.add(call(way, request, answer));
            Outcome first = seen.get(0).outcome();
            if (!first.isRegular(operation)) {
                return "call " + call + " fails by plain SOAP too: " + first.thrown();
            }
        }
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

    private Exchange.Answer answer(int call) {
        InstanceGenerator answers = new InstanceGenerator(operation.schemas(), seed(call, "response"));
        List<BindingFaultInfo> declared = operation.faults();
        if (!declared.isEmpty() && call % FAULT_EACH == FAULT_EACH - 1) {
            faults++;
            BindingFaultInfo fault = declared.get(call / FAULT_EACH % declared.size());
            return new Exchange.Answer(List.of(OperationForm.detail(fault, answers)), fault);
        }
        return new Exchange.Answer(
                operation.response().map(form -> form.generate(answers)).orElse(List.of()), null);
    }

    /** Of one call and direction, whatever other operations there are. */
    private long seed(int call, String direction) {
        long seed = settings.seed();
        for (Object part : List.of(operation.operation().getName().toString(), call, direction)) {
            seed = 31 * seed + part.hashCode();
        }
        return seed;
    }

    private Seen call(Way way, List<String> request, Exchange.Answer answer)
            throws XMLStreamException, IllegalAccessException, InterruptedException {
        Exchange exchange = new Exchange(operation, answer);
        service.expect(exchange);
        long bytes = way.bytes();
        boolean isTyped = way.equals(ways.get(1));
        long[] before = isTyped ? written(way) : new long[2];
        Outcome outcome = Outcome.of(way.proxy(), operation, request);
        Optional<List<@Nullable Object>> received = exchange.received();
        tallies.get(ways.indexOf(way)).add(outcome.nanos(), way.bytes() - bytes);
        if (isTyped) {
            long[] after = written(way);
            typed += after[0] - before[0];
            infoset += after[1] - before[1];
        }
        return new Seen(received, outcome);
    }

    /** Body parts that both sides wrote typed, and as infoset. */
    private long[] written(Way way) {
        ParleyStatus client = way.status().orElseThrow();
        ParleyStatus other = service.status();
        return new long[] {client.typedParts() + other.typedParts(), client.infosetParts() + other.infosetParts()};
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
            Optional<Difference> received = Exchange.difference(
                    operation, one.received().get(), two.received().get());
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
