package io.parley.recording;

import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;

/** Names of elements whose content is hidden in rebuilt messages. Immutable. */
public final class Masking {
    /** Text in place of hidden content. */
    public static final String MASK = "***";

    private static final Masking NOTHING = new Masking(Set.of());

    private final Set<QName> elements;

    private Masking(Set<QName> elements) {
        this.elements = elements;
    }

    /** Returns a rule that hides nothing. */
    public static Masking nothing() {
        return NOTHING;
    }

    /**
     * Returns a rule that hides the content and attributes of these elements.
     *
     * @param names {@code {namespace}local}, or {@code local} for elements of that name in any namespace
     */
    public static Masking of(Collection<String> names) {
        return new Masking(names.stream().map(QName::valueOf).collect(Collectors.toUnmodifiableSet()));
    }

    boolean hides(QName element) {
        return elements.contains(element) || elements.contains(new QName(element.getLocalPart()));
    }
}
