package io.parley.testkit.generate;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** An element declaration, global or local. */
final class ElementDef {
    private final QName name;
    private final TypeDef type;
    private final Set<Construct> constructs = EnumSet.noneOf(Construct.class);
    private final List<ElementDef> members = new ArrayList<>();
    private @Nullable ElementDef head;
    private boolean nillable;
    private boolean isAbstract;
    private boolean typeOfHead;
    private String form = "";
    private ValueConstraint constraint = ValueConstraint.NONE;

    ElementDef(QName name, TypeDef type) {
        this.name = name;
        this.type = type;
    }

    QName name() {
        return name;
    }

    TypeDef type() {
        return type;
    }

    /** Returns the constructs that a message with this element exercises. */
    Set<Construct> constructs() {
        return constructs;
    }

    ElementDef with(Construct construct) {
        constructs.add(construct);
        return this;
    }

    boolean isNillable() {
        return nillable;
    }

    void nillable() {
        nillable = true;
    }

    boolean isAbstract() {
        return isAbstract;
    }

    void makeAbstract() {
        isAbstract = true;
    }

    /** Returns the value of the {@code form} attribute, or empty. */
    String form() {
        return form;
    }

    void form(String value) {
        form = value;
    }

    ValueConstraint constraint() {
        return constraint;
    }

    void constraint(ValueConstraint value) {
        constraint = value;
    }

    @Nullable
    ElementDef head() {
        return head;
    }

    /** Returns the direct members of its substitution group. */
    List<ElementDef> members() {
        return members;
    }

    /**
     * Makes this a member of a head's substitution group.
     *
     * @param inherits whether the declaration takes its type from the head
     */
    void substitutes(ElementDef other, boolean inherits) {
        head = other;
        typeOfHead = inherits;
        other.members.add(this);
    }

    boolean hasTypeOfHead() {
        return typeOfHead;
    }
}
