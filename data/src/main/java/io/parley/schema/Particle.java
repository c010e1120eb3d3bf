package io.parley.schema;

import java.util.List;
import javax.xml.namespace.QName;

/** A particle of a content model, with its range of occurrences. */
public sealed interface Particle {
    /** Returns the least number of occurrences; 0 if the particle is optional. */
    int min();

    /**
     * Returns the greatest number of occurrences: {@link Integer#MAX_VALUE} for unbounded, 0 if the particle must not
     * occur.
     */
    int max();

    /** An element that is declared in place. */
    record Local(ElementDeclaration declaration, int min, int max) implements Particle {}

    /** A reference to a global element, which members of its substitution group may replace. */
    record Reference(QName name, int min, int max) implements Particle {}

    /** A sequence, choice or all group of particles. */
    record Group(Compositor compositor, List<Particle> particles, int min, int max) implements Particle {
        public Group {
            particles = List.copyOf(particles);
        }
    }

    /** A reference to a named model group. */
    record GroupName(QName name, int min, int max) implements Particle {}

    /** A wildcard, {@code xs:any}. The namespaces that it allows are not recorded; they matter to validators only. */
    record Wildcard(int min, int max) implements Particle {}

    /** Kind of a model group, which determines how it combines its particles. */
    enum Compositor {
        SEQUENCE,
        CHOICE,
        ALL
    }
}
