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
 * Agreed content of messages for one endpoint: the representations, the agreed parts, and their mapping to the
 * endpoint's service model. Thread-safe; created once per agreement, immutable except for a cached service.
 */
public final class Terms {
    private static final int NOT_TYPED = -1;

    private final List<Representation> representations;
    private final Map<String, Integer> operations;
    private final int chosen;
    private final Parts parts;
    private final IdentityHashMap<MessagePartInfo, Integer> numbers;
    /** Replacement of the last exchange's service, cached because nearly every exchange has the same one. */
    private volatile @Nullable ExchangeService typed;

    /**
     * Creates terms.
     *
     * @param representations agreed representations in wire order; the first is the default
     * @param operations operations with another representation, and its number
     * @param parts agreed parts in wire order
     * @param numbers index in {@code parts} of each part of the service model that may be typed; compared by identity,
     *     since parts of two services may be equal
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

    /** Returns the names of all agreed representations in wire order, separated by commas. */
    public String representations() {
        return representations.stream().map(Representation::name).collect(Collectors.joining(","));
    }

    /** Returns the number of the representation that these terms write and read. */
    public int chosen() {
        return chosen;
    }

    /** Returns the terms for the operation of an exchange; with the default representation if that is unknown. */
    public Terms of(Exchange exchange) {
        BindingOperationInfo operation = operations.isEmpty() ? null : exchange.getBindingOperationInfo();
        return operation == null
                ? withChosen(0)
                : withChosen(operations.getOrDefault(operation.getName().toString(), 0));
    }

    /**
     * Returns the terms for the representation that a message declares.
     *
     * @throws ParleyException {@code MALFORMED_MESSAGE} if no representation has that number
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

    /** Returns the agreed parts in wire order. */
    public Parts parts() {
        return parts;
    }

    /** Returns the part's number on the wire; negative if it is not typed. */
    int numberOf(MessagePartInfo part) {
        return numbers.getOrDefault(part, NOT_TYPED);
    }

    /** Returns whether a typed part may have content on side streams. */
    boolean hasStreamedBinaries(int number) {
        Binding binding = parts.get(number).binding();
        return binding != null && binding.hasStreamedBinaries();
    }

    /** Returns whether any part is typed in the representation that these terms write. */
    boolean isTyped() {
        return !numbers.isEmpty() && representations.get(chosen).isTyped();
    }

    /** Returns the replacement of an exchange's service for reading and writing typed parts. */
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
