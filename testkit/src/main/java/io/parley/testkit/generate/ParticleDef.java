package io.parley.testkit.generate;

import java.util.List;
import javax.xml.namespace.QName;

/** A particle of a content model with its occurrence; {@code max} is -1 for unbounded. */
sealed interface ParticleDef {
    int UNBOUNDED = -1;

    int min();

    int max();

    record Local(ElementDef element, int min, int max) implements ParticleDef {}

    record Reference(ElementDef element, int min, int max) implements ParticleDef {}

    /**
     * A model group.
     *
     * @param compositor {@code sequence}, {@code choice} or {@code all}
     */
    record Group(String compositor, List<ParticleDef> particles, int min, int max) implements ParticleDef {}

    /** A reference to a named group. */
    record GroupUse(Named group, int min, int max) implements ParticleDef {}

    /** A wildcard with the values of its attributes. */
    record Any(String namespace, String processContents, int min, int max) implements ParticleDef {}

    /** A named model group. */
    record Named(QName name, Group group) {}
}
