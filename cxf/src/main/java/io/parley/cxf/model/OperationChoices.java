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
import java.util.TreeMap;
import java.util.function.Function;

/** Which representations each operation had better have, by what its parts are. Immutable and thread-safe. */
public final class OperationChoices {
    private final List<OperationTerm> terms;
    private final Map<String, Map<String, String>> reasons;

    private OperationChoices(List<OperationTerm> terms, Map<String, Map<String, String>> reasons) {
        this.terms = List.copyOf(terms);
        this.reasons = reasons;
    }

    /**
     * Those of an endpoint. Operations of which somebody wants something stand first, since an offer has room for so many.
     *
     * @param wanted the representations that are wanted for an operation, best first, by its qualified name
     * @param delta whether the endpoint would have the compression {@code delta}, which an agreement has only if no operation
     *     does without the typed representation: then none does for its speed alone
     */
    public static OperationChoices of(
            List<Part> parts,
            List<Representation> usual,
            Function<String, List<Representation>> wanted,
            boolean delta) {
        Map<String, List<Part>> operations = new TreeMap<>();
        parts.forEach(part -> operations
                .computeIfAbsent(part.key().operation().toString(), name -> new ArrayList<>())
                .add(part));
        List<OperationTerm> terms = new ArrayList<>();
        List<OperationTerm> unasked = new ArrayList<>();
        Map<String, Map<String, String>> reasons = new TreeMap<>();
        operations.forEach((operation, own) -> {
            Map<String, String> obstacles = new TreeMap<>();
            List<Representation> all = wanted.apply(operation);
            List<String> fit = new ArrayList<>();
            for (Representation each : all) {
                Optional<String> obstacle = obstacle(each, own, delta);
                obstacle.ifPresentOrElse(why -> obstacles.put(each.name(), why), () -> fit.add(each.name()));
            }
            List<String> names =
                    fit.isEmpty() ? all.stream().map(Representation::name).toList() : fit;
            if (!names.isEmpty()
                    && !names.equals(usual.stream().map(Representation::name).toList())) {
                (all.equals(usual) ? unasked : terms).add(new OperationTerm(operation, names));
            }
            reasons.put(operation, obstacles);
        });
        terms.addAll(unasked);
        return new OperationChoices(terms, reasons);
    }

    private static Optional<String> obstacle(Representation representation, List<Part> parts, boolean delta) {
        for (Part part : parts) {
            Optional<String> why = representation.obstacle(part);
            if (why.isPresent()) {
                return why.map(text -> in(part, text));
            }
        }
        boolean inVain = representation.isTyped() && parts.stream().noneMatch(Part::isTyped);
        return inVain && !delta
                ? Optional.of("none of its parts is typed, "
                        + in(parts.get(0), parts.get(0).reason()))
                : Optional.empty();
    }

    private static String in(Part part, String text) {
        return part.key().direction().name().toLowerCase(Locale.ROOT) + ": " + text;
    }

    /** Operations that do not have what all have. */
    public List<OperationTerm> terms() {
        return terms;
    }

    /** Why an operation does without a representation, if this side has a reason. */
    public Optional<String> reason(String operation, String representation) {
        return Optional.ofNullable(reasons.getOrDefault(operation, Map.of()).get(representation));
    }

    /** Operations with another representation than the usual one of an agreement, and what and why that is. */
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

    /** All reasons, by operation and representation. */
    public Map<String, Map<String, String>> reasons() {
        return reasons;
    }
}
