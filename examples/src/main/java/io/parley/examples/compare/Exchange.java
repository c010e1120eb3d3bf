package io.parley.examples.compare;

import jakarta.xml.ws.Holder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.xml.stream.XMLStreamException;
import org.apache.cxf.service.model.BindingFaultInfo;
import org.jspecify.annotations.Nullable;

/** One call as seen by the service: the answer to give, and the received arguments. Thread-safe. */
final class Exchange {
    private static final long RECEIVED_SECONDS = 30;

    private final OperationForm operation;
    private final Answer answer;
    private final CompletableFuture<List<@Nullable Object>> received = new CompletableFuture<>();

    /**
     * Answer of a service.
     *
     * @param texts XML of the response's parts, or of the fault's detail
     * @param fault fault to throw instead of a response; null for none
     */
    record Answer(List<String> texts, @Nullable BindingFaultInfo fault) {}

    Exchange(OperationForm operation, Answer answer) {
        this.operation = operation;
        this.answer = answer;
    }

    /** Executes the call; called on the service's thread. */
    @Nullable
    Object play(@Nullable Object[] arguments) throws Throwable {
        List<@Nullable Object> taken = new ArrayList<>();
        for (Object argument : arguments) {
            taken.add(Binaries.inMemory(argument instanceof Holder<?> holder ? holder.value : argument));
        }
        received.complete(taken);
        if (answer.fault() != null) {
            throw operation.thrown(answer.fault(), answer.texts().get(0), "a declared fault");
        }
        return operation.answer(answer.texts(), arguments);
    }

    /** Returns the received arguments; empty if the call never reached the service. */
    Optional<List<@Nullable Object>> received() throws InterruptedException {
        try {
            // A one-way operation is acknowledged before it is received.
            boolean mayCome = operation.response().isEmpty();
            return Optional.of(received.get(mayCome ? RECEIVED_SECONDS : 0, TimeUnit.SECONDS));
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the first difference from the arguments received by plain SOAP. */
    static Optional<Difference> difference(
            OperationForm operation, List<@Nullable Object> bySoap, List<@Nullable Object> found)
            throws XMLStreamException {
        Graphs graphs = new Graphs();
        Optional<Difference> objects = graphs.compare("", bySoap, found);
        return objects.isPresent() || graphs.hasTrees()
                ? objects
                : Forms.difference(operation.request(), operation.received(bySoap), operation.received(found));
    }
}
