package io.parley.layout;

import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Layout of a complex type. Types may be recursive, so a layout is built in two steps inside this package and is
 * immutable afterwards. Layouts are compared by identity.
 *
 * <p>Inherited attributes and content are included, those of the base first. A content model is flat: a choice that
 * occurs once is a run of optional slots, and a repeating group is one slot with several alternatives.
 */
public final class ComplexLayout implements TypeLayout {
    private final int number;
    private final @Nullable QName name;
    private final boolean isAbstract;
    private List<AttributeSlot> attributes = List.of();
    private boolean anyAttribute;
    private Content content = Content.Empty.EMPTY;
    private List<TypeLayout> substitutes = List.of();
    /** Computed on first use. Racing threads compute the same value. */
    private volatile @Nullable CanonicalType canonical;

    /**
     * @param number index among all complex types of the layout, from 0
     */
    ComplexLayout(int number, @Nullable QName name, boolean isAbstract) {
        this.number = number;
        this.name = name;
        this.isAbstract = isAbstract;
    }

    void complete(List<AttributeSlot> attributes, boolean anyAttribute, Content content) {
        this.attributes = List.copyOf(attributes);
        this.anyAttribute = anyAttribute;
        this.content = content;
    }

    void substitutes(List<TypeLayout> substitutes) {
        this.substitutes = List.copyOf(substitutes);
    }

    /** Returns the name of the XSD type; empty for an anonymous one. */
    public Optional<QName> name() {
        return Optional.ofNullable(name);
    }

    /** Returns whether no element has exactly this type, but always one of the {@link #substitutes}. */
    public boolean isAbstract() {
        return isAbstract;
    }

    /** Returns the attribute slots in canonical order: by namespace, then local name. */
    public List<AttributeSlot> attributes() {
        return attributes;
    }

    /** Returns whether attributes beyond the declared ones may appear. */
    public boolean anyAttribute() {
        return anyAttribute;
    }

    /** Returns the layout of the content between the tags, including inherited content. */
    public Content content() {
        return content;
    }

    /**
     * Returns the types that {@code xsi:type} may substitute for this one, without itself, in canonical order (by
     * namespace, then local name). On the wire 0 is the declared type, and k the k-th of these. If there are none,
     * nothing is written.
     */
    public List<TypeLayout> substitutes() {
        return substitutes;
    }

    int number() {
        return number;
    }

    /** Returns this type's share of the fingerprint of each part that reaches it. */
    CanonicalType canonical() {
        CanonicalType known = canonical;
        if (known == null) {
            known = CanonicalWriter.of(this).hashed();
            canonical = known;
        }
        return known;
    }

    @Override
    public String toString() {
        return name == null ? "anonymous type" : name.toString();
    }

    /** Content of an element between its tags. */
    public sealed interface Content {
        /** No content. */
        enum Empty implements Content {
            EMPTY
        }

        /** Text of a simple type. */
        record Text(SimpleLayout type) implements Content {}

        /**
         * Child elements.
         *
         * @param slots in schema order, in which they are written as XML
         */
        record Elements(List<Slot> slots) implements Content {
            public Elements {
                slots = List.copyOf(slots);
            }
        }

        /**
         * Mixed or otherwise untypable content: the children and text travel as an infoset sub-record.
         *
         * @param reason the reason, for reports
         */
        record Infoset(String reason) implements Content {}
    }
}
