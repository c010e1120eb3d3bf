package io.parley.testkit.generate;

import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** A type of the generators' own model of a schema, which knows nothing of the model that is tested. */
sealed interface TypeDef permits SimpleDef, ComplexDef, TypeDef.Open {
    /** Its name, or null if it is anonymous or built in. */
    default @Nullable QName name() {
        return null;
    }

    /** {@code xs:anyType} and {@code xs:anySimpleType}: what an element of them may have, no schema says. */
    record Open(String local) implements TypeDef {
        static final Open ANY_TYPE = new Open("anyType");
        static final Open ANY_SIMPLE_TYPE = new Open("anySimpleType");
    }
}
