package io.parley.testkit.generate;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** A complex type. It can be referred to before its content is set, so that types may be recursive. */
final class ComplexDef implements TypeDef {
    /** The derivation of a type from its base. */
    enum Derivation {
        NONE,
        EXTENSION,
        RESTRICTION
    }

    private final @Nullable QName name;
    private final Derivation derivation;
    private final @Nullable ComplexDef base;
    private final List<ComplexDef> derived = new ArrayList<>();
    private final List<AttributeDef.Use> attributes = new ArrayList<>();
    private final List<AttributeDef.Group> attributeGroups = new ArrayList<>();
    private final Set<Construct> constructs = EnumSet.noneOf(Construct.class);
    private final Names names;
    private @Nullable ParticleDef content;
    private @Nullable SimpleDef text;
    private boolean isAbstract;
    private boolean mixed;
    private boolean anyAttribute;
    private boolean closed;

    private ComplexDef(@Nullable QName name, Derivation derivation, @Nullable ComplexDef base, Names names) {
        this.name = name;
        this.derivation = derivation;
        this.base = base;
        this.names = names;
    }

    static ComplexDef of(@Nullable QName name) {
        return new ComplexDef(name, Derivation.NONE, null, new Names());
    }

    /** Creates a named type derived from another, which can replace it by {@code xsi:type}. */
    static ComplexDef of(QName name, Derivation derivation, ComplexDef base) {
        ComplexDef type = new ComplexDef(name, derivation, base, new Names(base.names));
        base.derived.add(type);
        type.mixed = base.mixed;
        type.closed = base.closed;
        return type;
    }

    @Override
    public @Nullable QName name() {
        return name;
    }

    Derivation derivation() {
        return derivation;
    }

    @Nullable
    ComplexDef base() {
        return base;
    }

    List<ComplexDef> derived() {
        return derived;
    }

    /** Returns the names of its members, including those of its bases. */
    Names names() {
        return names;
    }

    /** Returns the constructs that a message exercises if an element has this type. */
    Set<Construct> constructs() {
        return constructs;
    }

    /** Returns its own particle; for an extension, the particle that it adds. */
    @Nullable
    ParticleDef content() {
        return content;
    }

    void content(ParticleDef particle) {
        content = particle;
    }

    /** Returns the type of its text if it has simple content, as its definition declares it. */
    @Nullable
    SimpleDef text() {
        return text;
    }

    void text(SimpleDef type) {
        text = type;
    }

    /** Returns the type of its text, own or inherited. */
    @Nullable
    SimpleDef effectiveText() {
        return text != null || base == null ? text : base.effectiveText();
    }

    List<AttributeDef.Use> attributes() {
        return attributes;
    }

    List<AttributeDef.Group> attributeGroups() {
        return attributeGroups;
    }

    boolean isAbstract() {
        return isAbstract;
    }

    void makeAbstract() {
        isAbstract = true;
    }

    boolean isMixed() {
        return mixed;
    }

    void mixed() {
        mixed = true;
    }

    boolean hasAnyAttribute() {
        return anyAttribute;
    }

    void anyAttribute() {
        anyAttribute = true;
    }

    /** Returns whether further elements would be ambiguous. */
    boolean isClosed() {
        return closed;
    }

    void close() {
        closed = true;
    }

    /** Returns the particles of its content in order, those of its bases first. */
    List<ParticleDef> effectiveContent() {
        List<ParticleDef> all = new ArrayList<>();
        if (base != null && derivation == Derivation.EXTENSION) {
            all.addAll(base.effectiveContent());
        }
        if (content != null) {
            all.add(content);
        }
        return all;
    }

    /** Returns the attributes that an element may have, by name, without prohibited ones. */
    Map<QName, AttributeDef.Use> effectiveAttributes() {
        Map<QName, AttributeDef.Use> all = base == null ? new LinkedHashMap<>() : base.effectiveAttributes();
        for (AttributeDef.Group group : attributeGroups) {
            group.uses().forEach(use -> all.put(use.attribute().name(), use));
        }
        for (AttributeDef.Use use : attributes) {
            if (use.isProhibited()) {
                all.remove(use.attribute().name());
            } else {
                all.put(use.attribute().name(), use);
            }
        }
        return all;
    }

    boolean allowsAnyAttribute() {
        return anyAttribute || (base != null && derivation == Derivation.EXTENSION && base.allowsAnyAttribute());
    }
}
