package io.parley.cxf.stax;

import io.parley.binding.Binding;
import io.parley.binding.Parts;
import io.parley.representation.ContentReader;
import io.parley.representation.ContentWriter;
import io.parley.representation.Representation;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import java.util.IdentityHashMap;
import org.apache.cxf.service.model.MessagePartInfo;

/**
 * What both sides agreed about the content of messages, seen from one endpoint: the representation, the agreed parts
 * and which part of the endpoint's service model each of them is. Immutable and thread-safe; made once per agreement.
 */
public final class Terms {
    private static final int NOT_TYPED = -1;

    private final Representation representation;
    private final Parts parts;
    private final IdentityHashMap<MessagePartInfo, Integer> numbers;

    /**
     * @param parts the agreed parts, in the order that the wire counts them
     * @param numbers for the parts of the service model that may travel typed, their index in {@code parts}; compared by
     *     identity, as the parts of two services may be equal
     */
    public Terms(Representation representation, Parts parts, IdentityHashMap<MessagePartInfo, Integer> numbers) {
        this.representation = representation;
        this.parts = parts;
        this.numbers = new IdentityHashMap<>(numbers);
    }

    public String representation() {
        return representation.name();
    }

    /** The agreed parts, in the order that the wire counts them. */
    public Parts parts() {
        return parts;
    }

    /** The part's number on the wire, or a negative number if it does not travel typed. */
    int numberOf(MessagePartInfo part) {
        return numbers.getOrDefault(part, NOT_TYPED);
    }

    /** Whether a typed part may have content that travels beside the message. */
    boolean hasStreamedBinaries(int number) {
        Binding binding = parts.get(number).binding();
        return binding != null && binding.hasStreamedBinaries();
    }

    ContentWriter newWriter(Sink sink) {
        return representation.newWriter(sink, parts);
    }

    ContentReader newReader(Source source) {
        return representation.newReader(source, parts);
    }
}
