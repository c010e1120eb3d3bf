package io.parley.testkit.generate;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The types that may replace a simple one by {@code xsi:type}: built-in ones, restrictions, and types with attributes.
 */
final class OtherTypes {
    private static final Map<Construct, Construct> NARROWER = narrower();

    private final List<TypeDef> named = new ArrayList<>();

    OtherTypes(List<DocumentDef> documents) {
        for (DocumentDef document : documents) {
            named.addAll(document.simpleTypes());
            named.addAll(document.complexTypes());
        }
    }

    private static Map<Construct, Construct> narrower() {
        Map<Construct, Construct> narrower = new EnumMap<>(Construct.class);
        narrower.put(Construct.STRING, Construct.TOKEN);
        narrower.put(Construct.NORMALIZED_STRING, Construct.TOKEN);
        narrower.put(Construct.TOKEN, Construct.NMTOKEN);
        narrower.put(Construct.NAME, Construct.NC_NAME);
        narrower.put(Construct.DECIMAL, Construct.INTEGER);
        narrower.put(Construct.INTEGER, Construct.LONG);
        narrower.put(Construct.LONG, Construct.SHORT);
        narrower.put(Construct.INT, Construct.BYTE);
        narrower.put(Construct.UNSIGNED_INT, Construct.UNSIGNED_BYTE);
        return narrower;
    }

    /**
     * Returns the types that may replace a type; none for identifiers and references, which depend on their declared
     * type.
     */
    List<TypeDef> of(SimpleDef declared) {
        List<TypeDef> found = new ArrayList<>();
        Construct builtIn = declared.builtIn().construct();
        if (builtIn == Construct.ID || BuiltIns.REFERENCES.contains(builtIn)) {
            return found;
        }
        Construct narrower = declared instanceof SimpleDef.BuiltIn ? NARROWER.get(builtIn) : null;
        if (narrower != null) {
            found.add(BuiltIns.of(narrower));
        }
        // Two anonymous types are different, even if their definitions are equal.
        boolean mayBeBase = declared instanceof SimpleDef.BuiltIn || declared.name() != null;
        for (TypeDef type : named) {
            if (mayBeBase && declared.equals(baseOf(type))) {
                found.add(type);
            }
        }
        return found;
    }

    /** Returns the simple type from which another is directly derived. */
    private static @Nullable SimpleDef baseOf(TypeDef type) {
        if (type instanceof SimpleDef.Restriction restriction) {
            return restriction.base();
        }
        return type instanceof ComplexDef complex && !complex.isAbstract() && complex.base() == null
                ? complex.text()
                : null;
    }
}
