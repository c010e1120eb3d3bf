package io.parley.binding;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Properties of a part that follow from all types reachable from it. Computed on each call; immutable. */
final class WholePart {
    private final JaxbModel model;
    private final BoundSlot root;
    private final TypeNotes own;

    /** @param own the notes on the element itself */
    WholePart(JaxbModel model, BoundSlot root, TypeNotes own) {
        this.model = model;
        this.root = root;
        this.own = own;
    }

    private List<BoundType> types() {
        return TypeFacts.reachedFrom(root);
    }

    /** Returns the places that are sent as infoset. */
    List<Binding.Untyped> report() {
        Set<Binding.Untyped> places = new LinkedHashSet<>(own.places());
        types().forEach(type -> places.addAll(type.notes().places()));
        return List.copyOf(places);
    }

    /**
     * Returns the reasons why objects that are created here are accessed by method handles although generated code was
     * requested.
     */
    List<String> interpreted() {
        Set<String> reasons = new LinkedHashSet<>();
        List<BoundType> types = types();
        types.stream()
                .map(type -> type instanceof JaxbType bean ? bean.walkObstacle() : "")
                .filter(reason -> !reason.isEmpty())
                .forEach(reasons::add);
        own.created().forEach(each -> reasons.addAll(model.interpreted(each)));
        types.forEach(type -> type.notes().created().forEach(each -> reasons.addAll(model.interpreted(each))));
        return List.copyOf(reasons);
    }

    /**
     * Returns the reason why JAXB must read a received part as a whole; empty if its elements may be read separately.
     * Only JAXB calls callbacks, and an element that is read separately must not depend on the rest of the message.
     */
    String whyWhole() {
        String need = model.wholeMessage();
        if (need.isEmpty()) {
            return "";
        }
        List<BoundType> types = types();
        String callback = callback(own);
        for (BoundType type : types) {
            callback = callback.isEmpty() ? callback(type.notes()) : callback;
        }
        return callback.isEmpty() ? whyWhole(types, need) : callback;
    }

    private static String callback(TypeNotes notes) {
        for (Class<?> each : notes.created()) {
            String callback = WholeMessage.callbackOf(each);
            if (!callback.isEmpty()) {
                return callback;
            }
        }
        return "";
    }

    private String whyWhole(List<BoundType> types, String need) {
        Binding.Untyped beans = own.beans();
        for (BoundType type : types) {
            beans = beans == null ? type.notes().beans() : beans;
        }
        if (beans != null) {
            return need + ", and " + beans.path() + " would be separated from the message: " + beans.reason();
        }
        for (BoundType type : types) {
            String why = type instanceof JaxbType bean ? whyWhole(bean, need) : "";
            if (!why.isEmpty()) {
                return why;
            }
        }
        return "";
    }

    private String whyWhole(JaxbType type, String need) {
        for (Class<?> below : model.below(type.bean().type())) {
            if (type.indexOf(below) < 0) {
                return need + ", and " + below.getName() + ", which may substitute for " + type.path()
                        + ", would be separated from the message: the layout has no such type";
            }
        }
        return "";
    }
}
