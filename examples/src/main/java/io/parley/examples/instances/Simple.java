package io.parley.examples.instances;

import java.util.List;

/**
 * Simple type, as far as the generator needs it.
 *
 * @param builtIn built-in type that it restricts; empty for lists and unions
 * @param facets combined facets of all restrictions
 * @param item item type of a list; empty for others
 * @param members member types of a union; empty for others
 */
record Simple(String builtIn, Facets facets, List<Simple> item, List<Simple> members) {

    static Simple builtIn(String name) {
        return switch (name) {
            case "NMTOKENS", "IDREFS", "ENTITIES" ->
                list(builtIn(name.substring(0, name.length() - 1)))
                        .with(Facets.NONE.withLength(1, Facets.NONE.maxLength()));
            default -> new Simple(name, Facets.NONE, List.of(), List.of());
        };
    }

    static Simple list(Simple item) {
        return new Simple("", Facets.NONE, List.of(item), List.of());
    }

    static Simple union(List<Simple> members) {
        return new Simple("", Facets.NONE, List.of(), List.copyOf(members));
    }

    /** Returns whether its values are qualified names. */
    boolean isName() {
        return builtIn.equals("QName") || builtIn.equals("NOTATION");
    }

    Simple with(Facets restricted) {
        return new Simple(builtIn, restricted, item, members);
    }
}
