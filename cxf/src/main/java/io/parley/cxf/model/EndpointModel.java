package io.parley.cxf.model;

import io.parley.Limits;
import io.parley.binding.Part;
import io.parley.binding.PartKey;
import io.parley.binding.Parts;
import io.parley.cxf.stax.Terms;
import io.parley.negotiation.DataDescription;
import io.parley.negotiation.PartNumbering;
import io.parley.negotiation.PartTerm;
import io.parley.representation.Representation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.xml.namespace.QName;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.service.model.MessagePartInfo;

/**
 * The data of one endpoint: all its body parts, which of them can travel typed, and why the others cannot. Immutable and
 * thread-safe.
 */
public final class EndpointModel {
    private final Parts parts;
    private final Map<String, Part> byKey = new HashMap<>();
    private final Map<String, MessagePartInfo> infos = new HashMap<>();
    private final DataDescription description;
    private final Duration derivationTime;

    private EndpointModel(List<BodyPart> bodyParts, Parts parts, Duration derivationTime) {
        this.parts = parts;
        this.derivationTime = derivationTime;
        parts.list().forEach(part -> byKey.put(part.key().toString(), part));
        bodyParts.forEach(part -> infos.put(part.key().toString(), part.info()));
        this.description = DataDescription.of(parts.list().stream()
                .map(part -> new PartTerm(part.key().toString(), part.fingerprint()))
                .toList());
    }

    /** Derives the model of an endpoint; takes as long as reading and compiling its schemas does. */
    public static EndpointModel of(Endpoint endpoint, Limits limits) {
        long start = System.nanoTime();
        List<BodyPart> bodyParts = BodyPart.of(endpoint.getEndpointInfo().getBinding());
        PartCompiler compiler = PartCompiler.of(endpoint, limits);
        Parts parts = Parts.of(bodyParts.stream().map(compiler::compile).toList());
        return new EndpointModel(bodyParts, parts, Duration.ofNanos(System.nanoTime() - start));
    }

    /** How long deriving and compiling took. */
    public Duration derivationTime() {
        return derivationTime;
    }

    /** Every body part, with the reason if it travels as infoset. */
    public List<Part> parts() {
        return parts.list();
    }

    /** What an offer or answer says of the data. */
    public DataDescription description() {
        return description;
    }

    /** What was agreed, for the seam of this endpoint. */
    public Terms terms(Representation representation, PartNumbering numbering) {
        List<Part> agreed = new ArrayList<>(numbering.size());
        IdentityHashMap<MessagePartInfo, Integer> numbers = new IdentityHashMap<>();
        for (int number = 0; number < numbering.size(); number++) {
            String key = numbering.key(number);
            Part own = byKey.get(key);
            boolean typed = numbering.isTyped(number) && own != null && own.isTyped();
            agreed.add(typed ? own : untyped(key));
            if (typed) {
                numbers.put(infos.get(key), number);
            }
        }
        return new Terms(representation, Parts.of(agreed), numbers);
    }

    /** A part that the two sides describe differently, or that only the other side has. */
    private static Part untyped(String key) {
        int index = key.lastIndexOf('/');
        int direction = key.lastIndexOf('/', index - 1);
        PartKey parsed = new PartKey(
                QName.valueOf(key.substring(0, direction)),
                PartKey.Direction.valueOf(key.substring(direction + 1, index).toUpperCase(Locale.ROOT)),
                Integer.parseInt(key.substring(index + 1)));
        return Part.infoset(parsed, parsed.operation(), "the two sides describe it differently");
    }
}
