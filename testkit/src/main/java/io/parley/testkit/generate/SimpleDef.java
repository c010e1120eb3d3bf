package io.parley.testkit.generate;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** A simple type. Values that the type allows are made by {@link ValueGenerator}. */
sealed interface SimpleDef extends TypeDef {
    /** The built-in types whose values are lists. */
    Set<Construct> LISTS = EnumSet.of(Construct.NMTOKENS, Construct.IDREFS, Construct.ENTITIES);

    /** A type that needs no definition. */
    record BuiltIn(Construct construct, String local) implements SimpleDef {}

    /**
     * A restriction.
     *
     * @param samples texts that the facets allow: those that messages have
     */
    record Restriction(
            @Nullable QName name, SimpleDef base, List<Facet> facets, List<String> samples, Construct construct)
            implements SimpleDef {}

    record ListOf(@Nullable QName name, SimpleDef item) implements SimpleDef {}

    record Union(@Nullable QName name, List<SimpleDef> members) implements SimpleDef {}

    /** A facet by its element name. */
    record Facet(String name, String value) {}

    /** The built-in type that its values come down to. */
    default BuiltIn builtIn() {
        if (this instanceof Restriction restriction) {
            return restriction.base().builtIn();
        } else if (this instanceof ListOf list) {
            return list.item().builtIn();
        } else if (this instanceof Union) {
            return new BuiltIn(Construct.STRING, "string");
        }
        return (BuiltIn) this;
    }

    /** Whether values are lists by one of their definitions. */
    default boolean isList() {
        return this instanceof ListOf
                || (this instanceof Restriction restriction
                        && restriction.base().isList())
                || (this instanceof BuiltIn builtIn && LISTS.contains(builtIn.construct()));
    }
}
