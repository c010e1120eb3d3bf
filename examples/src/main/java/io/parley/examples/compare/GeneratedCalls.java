package io.parley.examples.compare;

import io.parley.cxf.ParleyStatus;
import io.parley.examples.instances.InstanceGenerator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.xml.stream.XMLStreamException;
import org.apache.cxf.service.model.BindingFaultInfo;
import org.jspecify.annotations.Nullable;

/** Calls with random values to the stand-in of a service, which answers with random values or a declared fault. */
final class GeneratedCalls implements Calls {
    /** Interval of calls answered with a fault, for operations with declared faults. */
    private static final int FAULT_INTERVAL = 3;

    private final OperationForm operation;
    private final StandIn service;
    private final ComparisonSettings settings;
    private @Nullable Exchange current;

    GeneratedCalls(OperationForm operation, StandIn service, ComparisonSettings settings) {
        this.operation = operation;
        this.service = service;
        this.settings = settings;
    }

    @Override
    public int number() {
        return settings.calls();
    }

    @Override
    public List<String> request(int call) {
        return operation.request().generate(new InstanceGenerator(operation.schemas(), seed(call, "request")));
    }

    @Override
    public void begin(int call) {
        Exchange next = new Exchange(operation, answer(call));
        service.expect(next);
        current = next;
    }

    private Exchange.Answer answer(int call) {
        InstanceGenerator answers = new InstanceGenerator(operation.schemas(), seed(call, "response"));
        List<BindingFaultInfo> declared = operation.faults();
        if (!declared.isEmpty() && call % FAULT_INTERVAL == FAULT_INTERVAL - 1) {
            BindingFaultInfo fault = declared.get(call / FAULT_INTERVAL % declared.size());
            return new Exchange.Answer(List.of(OperationForm.detail(fault, answers)), fault);
        }
        return new Exchange.Answer(
                operation.response().map(form -> form.generate(answers)).orElse(List.of()), null);
    }

    /** Returns the seed of one call and direction, independent of other operations. */
    private long seed(int call, String direction) {
        long seed = settings.seed();
        for (Object part : List.of(operation.operation().getName().toString(), call, direction)) {
            seed = 31 * seed + part.hashCode();
        }
        return seed;
    }

    @Override
    public Optional<List<@Nullable Object>> received() throws InterruptedException {
        return Objects.requireNonNull(current).received();
    }

    @Override
    public Optional<Difference> difference(List<@Nullable Object> bySoap, List<@Nullable Object> found)
            throws XMLStreamException {
        return Exchange.difference(operation, bySoap, found);
    }

    @Override
    public long[] written() {
        ParleyStatus status = service.status();
        return new long[] {status.typedParts(), status.infosetParts()};
    }
}
