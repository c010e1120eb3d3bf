package io.parley.testkit.generate;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The built-in simple types by their constructs. */
final class BuiltIns {
    private static final Map<Construct, String> UNUSUAL = Map.of(
            Construct.ANY_URI, "anyURI",
            Construct.NMTOKEN, "NMTOKEN",
            Construct.NMTOKENS, "NMTOKENS",
            Construct.NAME, "Name",
            Construct.NC_NAME, "NCName",
            Construct.ID, "ID",
            Construct.IDREF, "IDREF",
            Construct.IDREFS, "IDREFS",
            Construct.ENTITY, "ENTITY",
            Construct.ENTITIES, "ENTITIES");
    private static final Map<Construct, SimpleDef.BuiltIn> ALL = all();

    /** Types whose values refer to other parts of the document. */
    static final Set<Construct> REFERENCES = EnumSet.of(Construct.IDREF, Construct.IDREFS);

    private BuiltIns() {}

    static SimpleDef.BuiltIn of(Construct construct) {
        SimpleDef.BuiltIn found = ALL.get(construct);
        if (found == null) {
            throw new IllegalArgumentException(construct + " is no built-in type");
        }
        return found;
    }

    /** Returns the types that any element or attribute may have; not {@code ID}, which may occur once in a type. */
    static List<SimpleDef.BuiltIn> usual() {
        return ALL.values().stream()
                .filter(type -> type.construct() != Construct.ID)
                .toList();
    }

    private static Map<Construct, SimpleDef.BuiltIn> all() {
        Map<Construct, SimpleDef.BuiltIn> all = new EnumMap<>(Construct.class);
        Set<Construct> types = EnumSet.range(Construct.STRING, Construct.BASE64_BINARY);
        types.addAll(EnumSet.range(Construct.DATE_TIME, Construct.DURATION));
        types.addAll(EnumSet.of(Construct.QNAME, Construct.ID, Construct.IDREF, Construct.IDREFS));
        for (Construct type : types) {
            String usual = type == Construct.QNAME ? "QName" : camelCase(type.name());
            all.put(type, new SimpleDef.BuiltIn(type, UNUSUAL.getOrDefault(type, usual)));
        }
        return all;
    }

    private static String camelCase(String constant) {
        StringBuilder text = new StringBuilder();
        for (String word : constant.toLowerCase(Locale.ROOT).split("_", -1)) {
            text.append(text.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
        }
        return text.toString();
    }
}
