package io.parley.schema;

import java.util.List;
import javax.xml.namespace.QName;

/** A piece of a content model, with how often it may occur. */
public sealed interface Particle {
    /** Returns how often it must occur at least; 0 if it may be left out. */
    int min();

    /** {@link Integer#MAX_VALUE} for unbounded; 0 means that it must not occur. */
    int max();

    /** An element that is declared where it stands. */
    record Local(ElementDeclaration declaration, int min, int max) implements Particle {}

    /** A use of a global element; members of its substitution group may stand there too. */
    record Reference(QName name, int min, int max) implements Particle {}

    /** A sequence, choice or all of others. */
    record Group(Compositor compositor, List<Particle> particles, int min, int max) implements Particle {
        public Group {
            particles = List.copyOf(particles);
        }
    }

    /** A use of a named model group. */
    record GroupName(QName name, int min, int max) implements Particle {}

    /** {@code xs:any}. Which namespaces it allows is for validators. */
    record Wildcard(int min, int max) implements Particle {}

    /** Kind of a group: how it combines its particles. */
    enum Compositor {
        SEQUENCE,
        CHOICE,
        ALL
    }
}
