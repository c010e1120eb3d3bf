package io.parley.testkit.generate;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The components that the types of a document may refer to. */
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

    /** Returns complete types, whose elements may be required. */
    List<ComplexDef> complexTypes() {
        return complexTypes;
    }

    /** Returns global elements, including heads of substitution groups. */
    List<ElementDef> elements() {
        return elements;
    }

    List<ParticleDef.Named> groups() {
        return groups;
    }

    /** Returns groups that must be the whole content of a type. */
    List<ParticleDef.Named> allGroups() {
        return allGroups;
    }

    List<AttributeDef.Group> attributeGroups() {
        return attributeGroups;
    }

    /** Returns references to global attributes. */
    List<AttributeDef.Use> attributes() {
        return attributes;
    }
}
