package io.parley.testkit.generate;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** A complex type. It can be referred to before it has its content, so that types may recur. */
final class ComplexDef implements TypeDef {
    /** How it comes from its base. */
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

    /** A named type derived from another; it stands in for it by {@code xsi:type}. */
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

    /** The names that its members have, those of its bases too. */
    Names names() {
        return names;
    }

    /** What a message has tried as soon as an element has this type. */
    Set<Construct> constructs() {
        return constructs;
    }

    /** Its own particle; for an extension what it adds. */
    @Nullable
    ParticleDef content() {
        return content;
    }

    void content(ParticleDef particle) {
        content = particle;
    }

    /** The type of its text if it has simple content: what its definition names for it. */
    @Nullable
    SimpleDef text() {
        return text;
    }

    void text(SimpleDef type) {
        text = type;
    }

    /** The type of its text, own or inherited. */
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

    /** Whether further elements would not be told apart from those that it has. */
    boolean isClosed() {
        return closed;
    }

    void close() {
        closed = true;
    }

    /** The particles of its content in order, those of its bases first. */
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

    /** The attributes that an element may have, by name; prohibited ones are not among them. */
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
