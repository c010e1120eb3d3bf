package io.parley.testkit.generate;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** What the types of a document may refer to. */
final class Pool {
    private final SimpleTypes simpleTypes;
    private final List<ComplexDef> complexTypes = new ArrayList<>();
    private final List<ElementDef> elements = new ArrayList<>();
    private final List<ParticleDef.Named> groups = new ArrayList<>();
    private final List<ParticleDef.Named> allGroups = new ArrayList<>();
    private final List<AttributeDef.Group> attributeGroups = new ArrayList<>();
    private final List<AttributeDef.Use> attributes = new ArrayList<>();

    Pool(Random random) {
        this.simpleTypes = new SimpleTypes(random);
    }

    SimpleTypes simpleTypes() {
        return simpleTypes;
    }

    /** Types that are complete: an element of them may be required. */
    List<ComplexDef> complexTypes() {
        return complexTypes;
    }

    /** Global elements, heads of substitution groups among them. */
    List<ElementDef> elements() {
        return elements;
    }

    List<ParticleDef.Named> groups() {
        return groups;
    }

    /** Groups that must be a type's whole content. */
    List<ParticleDef.Named> allGroups() {
        return allGroups;
    }

    List<AttributeDef.Group> attributeGroups() {
        return attributeGroups;
    }

    /** References to global attributes. */
    List<AttributeDef.Use> attributes() {
        return attributes;
    }
}
