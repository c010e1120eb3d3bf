package io.parley.cxf.model;

import io.parley.binding.Part;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.OperationTerm;
import io.parley.representation.Representation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/** Representation preferences of each operation, from its parts and the settings. Immutable and thread-safe. */
public final class OperationChoices {
    private final List<OperationTerm> terms;
    private final Map<String, Map<String, String>> reasons;

    private OperationChoices(List<OperationTerm> terms, Map<String, Map<String, String>> reasons) {
        this.terms = List.copyOf(terms);
        this.reasons = reasons;
    }

    /**
     * Returns the preferences of an endpoint. Operations with a preference in the settings come first, since the number
     * of terms in an offer is limited.
     *
     * @param wanted wanted representations by the operation's qualified name, best first
     * @param delta whether the endpoint wants the compression {@code delta}, which requires the typed representation
     *     for every operation; if so, no operation drops it for speed alone
     */
    public static OperationChoices of(
            List<Part> parts,
            List<Representation> usual,
            Function<String, List<Representation>> wanted,
            boolean delta) {
        List<OperationTerm> terms = new ArrayList<>();
        List<OperationTerm> unasked = new ArrayList<>();
        Map<String, Map<String, String>> reasons = new TreeMap<>();
        byOperation(parts).forEach((operation, own) -> {
            List<Representation> all = wanted.apply(operation);
            Map<String, String> obstacles = obstacles(all, own, delta);
            reasons.put(operation, obstacles);
            List<String> names = without(obstacles.keySet(), names(all));
            if (!names.isEmpty() && !names.equals(names(usual))) {
                (all.equals(usual) ? unasked : terms).add(new OperationTerm(operation, names));
            }
        });
        terms.addAll(unasked);
        return new OperationChoices(terms, reasons);
    }

    private static Map<String, List<Part>> byOperation(List<Part> parts) {
        Map<String, List<Part>> operations = new TreeMap<>();
        parts.forEach(part -> operations
                .computeIfAbsent(part.key().operation().toString(), name -> new ArrayList<>())
                .add(part));
        return operations;
    }

    private static List<String> names(List<Representation> representations) {
        return representations.stream().map(Representation::name).toList();
    }

    /** Returns the names without some of them; all if none would remain. */
    private static List<String> without(Set<String> some, List<String> names) {
        List<String> rest = names.stream().filter(name -> !some.contains(name)).toList();
        return rest.isEmpty() ? names : rest;
    }

    private static Map<String, String> obstacles(List<Representation> all, List<Part> parts, boolean delta) {
        Map<String, String> obstacles = new TreeMap<>();
        for (Representation each : all) {
            obstacle(each, parts)
                    .or(() -> delta ? Optional.empty() : untyped(each, parts))
                    .ifPresent(why -> obstacles.put(each.name(), why));
        }
        return obstacles;
    }

    private static Optional<String> obstacle(Representation representation, List<Part> parts) {
        for (Part part : parts) {
            Optional<String> why = representation.obstacle(part);
            if (why.isPresent()) {
                return why.map(text -> in(part, text));
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the reason against a typed representation if no part is typed: infoset inside it would only be wrapped.
     */
    private static Optional<String> untyped(Representation representation, List<Part> parts) {
        Part first = parts.get(0);
        return representation.isTyped() && parts.stream().noneMatch(Part::isTyped)
                ? Optional.of("none of its parts is typed, " + in(first, first.reason()))
                : Optional.empty();
    }

    private static String in(Part part, String text) {
        return part.key().direction().name().toLowerCase(Locale.ROOT) + ": " + text;
    }

    /** Returns the terms of operations whose preferences differ from the default. */
    public List<OperationTerm> terms() {
        return terms;
    }

    /** Returns the reason why an operation does not use a representation, if this side has one. */
    public Optional<String> reason(String operation, String representation) {
        return Optional.ofNullable(reasons.getOrDefault(operation, Map.of()).get(representation));
    }

    /**
     * Returns the operations with another representation than the agreement's default, with that representation and the
     * reason.
     */
    public Map<String, String> shown(Agreement agreement) {
        Map<String, String> shown = new TreeMap<>();
        agreement.operations().forEach((operation, name) -> {
            String why = reason(operation, agreement.representation())
                    .map(text -> "not " + agreement.representation() + ", " + text)
                    .orElse("chosen for this operation");
            shown.put(operation, name + ": " + why);
        });
        return shown;
    }

    /** Returns all reasons, by operation and representation. */
    public Map<String, Map<String, String>> reasons() {
        return reasons;
    }
}
