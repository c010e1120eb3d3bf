package io.parley.cxf.stax;

import io.parley.ParleyException;
import io.parley.binding.Binding;
import io.parley.binding.Parts;
import io.parley.representation.ContentReader;
import io.parley.representation.ContentWriter;
import io.parley.representation.Representation;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.service.Service;
import org.apache.cxf.service.model.BindingOperationInfo;
import org.apache.cxf.service.model.MessagePartInfo;
import org.jspecify.annotations.Nullable;

/**
 * Agreement of both sides about the content of messages, seen from one endpoint: the representation, the agreed parts
 * and which part of the endpoint's service model each of them is. Thread-safe; made once per agreement, and unchanged
 * except for its memory of the last exchange.
 */
public final class Terms {
    private static final int NOT_TYPED = -1;

    private final List<Representation> representations;
    private final Map<String, Integer> operations;
    private final int chosen;
    private final Parts parts;
    private final IdentityHashMap<MessagePartInfo, Integer> numbers;
    /** Replacement of the service in the last exchange; nearly every one has the same. */
    private volatile @Nullable ExchangeService typed;

    /**
     * @param representations the agreed ones, in the order that the wire counts them; the first is the usual one
     * @param operations those that have another one, with its number
     * @param parts the agreed parts, in the order that the wire counts them
     * @param numbers for the parts of the service model that may travel typed, their index in {@code parts}; compared by
     *     identity, as the parts of two services may be equal
     */
    public Terms(
            List<Representation> representations,
            Map<String, Integer> operations,
            Parts parts,
            IdentityHashMap<MessagePartInfo, Integer> numbers) {
        this(List.copyOf(representations), Map.copyOf(operations), 0, parts, new IdentityHashMap<>(numbers));
    }

    private Terms(
            List<Representation> representations,
            Map<String, Integer> operations,
            int chosen,
            Parts parts,
            IdentityHashMap<MessagePartInfo, Integer> numbers) {
        this.representations = representations;
        this.operations = operations;
        this.chosen = chosen;
        this.parts = parts;
        this.numbers = numbers;
    }

    /** The names of all agreed representations, separated by commas, in the order that the wire counts them. */
    public String representations() {
        return representations.stream().map(Representation::name).collect(Collectors.joining(","));
    }

    /** The number of the representation that these terms write and read. */
    public int chosen() {
        return chosen;
    }

    /** The same, for the messages of the operation that an exchange is for, if that is known. */
    public Terms of(Exchange exchange) {
        BindingOperationInfo operation = operations.isEmpty() ? null : exchange.getBindingOperationInfo();
        return operation == null
                ? withChosen(0)
                : withChosen(operations.getOrDefault(operation.getName().toString(), 0));
    }

    /**
     * The same, for a message that says which representation it has.
     *
     * @throws ParleyException {@code MALFORMED_MESSAGE} if there is none of that number
     */
    public Terms numbered(int number) {
        if (number >= representations.size()) {
            throw ParleyException.malformed(
                    "one of " + representations.size() + " representations", "number " + number, "head");
        }
        return withChosen(number);
    }

    private Terms withChosen(int number) {
        return number == chosen ? this : new Terms(representations, operations, number, parts, numbers);
    }

    /** The agreed parts, in the order that the wire counts them. */
    public Parts parts() {
        return parts;
    }

    /** The part's number on the wire, or a negative number if it does not travel typed. */
    int numberOf(MessagePartInfo part) {
        return numbers.getOrDefault(part, NOT_TYPED);
    }

    /** Returns whether a typed part may have content on side streams. */
    boolean hasStreamedBinaries(int number) {
        Binding binding = parts.get(number).binding();
        return binding != null && binding.hasStreamedBinaries();
    }

    /** Returns whether any part travels typed in the representation that these terms write. */
    boolean isTyped() {
        return !numbers.isEmpty() && representations.get(chosen).isTyped();
    }

    /** Returns the replacement of an exchange's service while parts are read or written typed. */
    ExchangeService typed(Service service) {
        ExchangeService known = typed;
        if (known == null || !known.isOf(service)) {
            known = new ExchangeService(service);
            typed = known;
        }
        return known;
    }

    ContentWriter newWriter(Sink sink) {
        return representations.get(chosen).newWriter(sink, parts);
    }

    ContentReader newReader(Source source) {
        return representations.get(chosen).newReader(source, parts);
    }
}
