package io.parley.cxf.model;

import io.parley.Limits;
import io.parley.binding.Accessors;
import io.parley.binding.Part;
import io.parley.binding.PartKey;
import io.parley.binding.Parts;
import io.parley.cxf.stax.Terms;
import io.parley.endpoint.AgreedParts;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.DataDescription;
import io.parley.negotiation.PartNumbering;
import io.parley.representation.Representations;
import io.parley.schema.SchemaDocument;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.service.model.MessagePartInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Data model of one endpoint: all its body parts, which of them can be sent typed, and why the others cannot. Immutable
 * except for what it has logged; thread-safe.
 */
public final class EndpointModel {
    private static final Logger LOG = LoggerFactory.getLogger(EndpointModel.class);

    private static final int MOST_SHOWN = 3;
    private static final int MOST_LOGGED = 64;

    private final Parts parts;
    /** Numberings whose parts were logged; bounded, because clients choose them. */
    private final Set<ByteBuffer> logged = ConcurrentHashMap.newKeySet();

    private final Map<PartKey, MessagePartInfo> infos = new HashMap<>();
    private final DataDescription description;
    private final Duration derivationTime;
    private final PartCompiler compiler;

    private EndpointModel(List<BodyPart> bodyParts, Parts parts, Duration derivationTime, PartCompiler compiler) {
        this.parts = parts;
        this.derivationTime = derivationTime;
        this.compiler = compiler;
        bodyParts.forEach(part -> infos.put(part.key(), part.info()));
        this.description = AgreedParts.describe(Parts.of(parts.list().stream()
                .filter(part -> DataDescription.isKey(part.key().toString()))
                .toList()));
    }

    /**
     * Derives the model of an endpoint. Reads and compiles its schemas, which may take seconds for a large contract.
     *
     * @param accessors kind of access to the members of its beans
     */
    public static EndpointModel of(Endpoint endpoint, Limits limits, Accessors accessors) {
        return of(endpoint, limits, accessors, () -> {});
    }

    /**
     * Derives the model of an endpoint, with a way to cancel.
     *
     * @param check run before each part; an exception that it throws ends the derivation
     */
    public static EndpointModel of(Endpoint endpoint, Limits limits, Accessors accessors, Runnable check) {
        long start = System.nanoTime();
        List<BodyPart> bodyParts = BodyPart.of(endpoint.getEndpointInfo().getBinding());
        PartCompiler compiler = PartCompiler.of(endpoint, limits, accessors);
        List<Part> compiled = new ArrayList<>(bodyParts.size());
        for (BodyPart part : bodyParts) {
            check.run();
            compiled.add(compiler.compile(part));
        }
        Parts parts = Parts.of(compiled);
        return new EndpointModel(bodyParts, parts, Duration.ofNanos(System.nanoTime() - start), compiler);
    }

    /** Returns the time taken to derive and compile. */
    public Duration derivationTime() {
        return derivationTime;
    }

    /** Returns the schema that the layouts were compiled from, printed anew on each call. */
    public List<SchemaDocument> schemas() {
        return compiler.schemas();
    }

    /** Returns every body part; those sent as infoset have a reason. */
    public List<Part> parts() {
        return parts.list();
    }

    /** Returns every body part as sent in a session with that agreement; those sent as infoset have a reason. */
    public List<Part> parts(PartNumbering numbering) {
        return AgreedParts.shown(parts, numbering).list();
    }

    /** Returns the description of the data for an offer or answer. */
    public DataDescription description() {
        return description;
    }

    /** Returns the agreed terms in the form that this endpoint's reader and writer use. */
    public Terms terms(Representations available, Agreement agreement, PartNumbering numbering) {
        Parts agreed = AgreedParts.of(parts, numbering);
        logDowngraded(numbering);
        IdentityHashMap<MessagePartInfo, Integer> numbers = new IdentityHashMap<>();
        for (int number = 0; number < agreed.size(); number++) {
            if (agreed.get(number).isTyped()) {
                numbers.put(infos.get(agreed.get(number).key()), number);
            }
        }
        List<String> names = agreement.representations();
        Map<String, Integer> operations = new HashMap<>();
        agreement.operations().forEach((operation, name) -> operations.put(operation, names.indexOf(name)));
        return new Terms(names.stream().map(available::get).toList(), operations, agreed, numbers);
    }

    /** Logs the parts that could be typed and are not, once for all sessions with the same numbering. */
    private void logDowngraded(PartNumbering numbering) {
        ByteBuffer terms = ByteBuffer.wrap(numbering.terms());
        if (logged.size() >= MOST_LOGGED || logged.contains(terms)) {
            return;
        }
        List<Part> shown = parts(numbering);
        List<String> downgraded = new ArrayList<>();
        for (int i = 0; i < shown.size(); i++) {
            if (parts.get(i).isTyped() && !shown.get(i).isTyped()) {
                downgraded.add(shown.get(i).key() + " (" + shown.get(i).reason() + ")");
            }
        }
        if (!downgraded.isEmpty() && logged.add(terms)) {
            int more = downgraded.size() - MOST_SHOWN;
            LOG.info(
                    "Sending {} of {} parts as infoset: {}{}",
                    downgraded.size(),
                    parts.size(),
                    String.join(", ", downgraded.subList(0, Math.min(MOST_SHOWN, downgraded.size()))),
                    more > 0 ? " and " + more + " more, which the status lists" : "");
        }
    }
}
