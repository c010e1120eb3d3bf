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

/** One call as the service sees it: what it is to answer, and what it received. Thread-safe. */
final class Exchange {
    private static final long RECEIVED_SECONDS = 30;

    private final OperationForm operation;
    private final Answer answer;
    private final CompletableFuture<List<@Nullable Object>> received = new CompletableFuture<>();

    /**
     * What a service answers.
     *
     * @param texts XML of the parts of the response, or of the fault's detail
     * @param fault that is thrown in the place of a response, or null
     */
    record Answer(List<String> texts, @Nullable BindingFaultInfo fault) {}

    Exchange(OperationForm operation, Answer answer) {
        this.operation = operation;
        this.answer = answer;
    }

    /** Plays the method. Called by the service's thread. */
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

    /** What came, or nothing if the call never reached the service. */
    Optional<List<@Nullable Object>> received() throws InterruptedException {
        try {
            // The answer of a one-way operation comes before it is received.
            boolean mayCome = operation.response().isEmpty();
            return Optional.of(received.get(mayCome ? RECEIVED_SECONDS : 0, TimeUnit.SECONDS));
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Where what came differs from what came by plain SOAP. */
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
