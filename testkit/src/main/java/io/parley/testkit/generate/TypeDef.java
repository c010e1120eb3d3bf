package io.parley.testkit.generate;

import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** A type of the generators' own model of a schema, which is independent of the model under test. */
sealed interface TypeDef permits SimpleDef, ComplexDef, TypeDef.Open {
    /** Returns its name, or null if it is anonymous or built in. */
    default @Nullable QName name() {
        return null;
    }

    /** The types {@code xs:anyType} and {@code xs:anySimpleType}, whose content no schema describes. */
    record Open(String local) implements TypeDef {
        static final Open ANY_TYPE = new Open("anyType");
        static final Open ANY_SIMPLE_TYPE = new Open("anySimpleType");
    }
}
