package io.parley.cxf.model;

import io.parley.Limits;
import io.parley.binding.Accessors;
import io.parley.binding.JaxbBindings;
import io.parley.binding.Part;
import io.parley.binding.PartKey;
import io.parley.binding.PartType;
import io.parley.layout.CanonicalText;
import io.parley.layout.Layout;
import io.parley.layout.Slot;
import io.parley.schema.Schema;
import io.parley.schema.SchemaDocument;
import jakarta.xml.bind.JAXBContext;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compiled form of a contract's schemas and classes: schema, layouts, bindings and fingerprints. Shared by all
 * endpoints and clients with equal inputs, and collected with the last of them, since the cache holds it weakly.
 * Thread-safe.
 */
final class CompiledContract {
    /** Cache of contracts in use; entries are compared by {@link Origin}. */
    private static final List<WeakReference<CompiledContract>> SHARED = new ArrayList<>();

    private final Origin origin;
    private final Map<Slot.Element, String> fingerprints = new HashMap<>();
    private @Nullable Made made;

    private CompiledContract(Origin origin) {
        this.origin = origin;
    }

    /**
     * Inputs of a compiled contract; the key of the cache.
     *
     * @param context compared by identity: it determines class loader, adapters and settings
     * @param classes classes of the context
     * @param documents SHA-256 of the schema documents
     * @param accessors kind of access to the members of beans
     */
    private record Origin(
            JAXBContext context, Set<Class<?>> classes, String documents, Limits limits, Accessors accessors) {
        boolean isLike(Origin other) {
            return context == other.context
                    && accessors == other.accessors
                    && limits.equals(other.limits)
                    && documents.equals(other.documents)
                    && classes.equals(other.classes);
        }
    }

    private record Made(Schema schema, Layout layout, JaxbBindings bindings) {}

    /**
     * Returns the contract of a JAXB context and schema documents, compiling it if it is not cached. Concurrent callers
     * wait for the first.
     *
     * @param context one whose kind {@link ContextNamespace} supports
     * @throws io.parley.ParleyException if the schema is invalid
     */
    static CompiledContract of(
            JAXBContext context,
            Set<Class<?>> classes,
            List<SchemaDocument> documents,
            Limits limits,
            Accessors accessors) {
        CompiledContract contract =
                shared(new Origin(context, Set.copyOf(classes), hash(documents), limits, accessors));
        contract.compile(documents);
        return contract;
    }

    private static CompiledContract shared(Origin origin) {
        synchronized (SHARED) {
            CompiledContract found = null;
            for (WeakReference<CompiledContract> each : List.copyOf(SHARED)) {
                CompiledContract known = each.get();
                if (known == null) {
                    SHARED.remove(each);
                } else if (known.origin.isLike(origin)) {
                    found = known;
                }
            }
            if (found == null) {
                found = new CompiledContract(origin);
                SHARED.add(new WeakReference<>(found));
            }
            return found;
        }
    }

    private static String hash(List<SchemaDocument> documents) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (SchemaDocument document : documents) {
                String head = document.systemId() + "\n" + document.text().length() + "\n";
                digest.update(head.getBytes(StandardCharsets.UTF_8));
                digest.update(document.text().getBytes(StandardCharsets.UTF_8));
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    private synchronized Made compile(List<SchemaDocument> documents) {
        Made known = made;
        if (known == null) {
            Schema schema = Schema.derive(documents, origin.limits());
            String namespace =
                    ContextNamespace.of(origin.context(), origin.classes()).orElseThrow();
            known = new Made(
                    schema,
                    Layout.compile(schema, origin.limits()),
                    JaxbBindings.of(origin.context(), origin.classes(), namespace, origin.accessors())
                            .strictly());
            made = known;
        }
        return known;
    }

    private synchronized Made made() {
        if (made == null) {
            throw new IllegalStateException("expected a compiled contract, found one that is not compiled yet");
        }
        return made;
    }

    Schema schema() {
        return made().schema();
    }

    Layout layout() {
        return made().layout();
    }

    /** Returns the part of that layout and type: typed if it can be bound, otherwise infoset with the reason. */
    Part part(PartKey key, Slot.Element layout, PartType type) {
        JaxbBindings.Attempt attempt = made().bindings().bind(layout, type);
        return attempt.found()
                .map(binding -> Part.typed(key, layout, binding, fingerprint(layout)))
                .orElseGet(() -> Part.infoset(key, layout.name(), attempt.reason()));
    }

    private synchronized String fingerprint(Slot.Element layout) {
        return fingerprints.computeIfAbsent(layout, CanonicalText::fingerprint);
    }
}
