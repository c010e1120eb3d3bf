package io.parley.testkit.generate;

import java.util.ArrayList;
import java.util.List;

/** A schema document. */
final class DocumentDef {
    private final String file;
    private final String namespace;
    private final boolean chameleon;
    private final boolean elementsQualified;
    private final boolean attributesQualified;
    private final List<DocumentDef> includes = new ArrayList<>();
    private final List<DocumentDef> imports = new ArrayList<>();
    private final List<SimpleDef> simpleTypes = new ArrayList<>();
    private final List<ComplexDef> complexTypes = new ArrayList<>();
    private final List<ElementDef> elements = new ArrayList<>();
    private final List<AttributeDef> attributes = new ArrayList<>();
    private final List<AttributeDef.Group> attributeGroups = new ArrayList<>();
    private final List<ParticleDef.Named> groups = new ArrayList<>();
    private final List<String> notations = new ArrayList<>();

    /**
     * Creates a document without content.
     *
     * @param namespace of its components; a chameleon takes that of the document that includes it
     */
    DocumentDef(
            String file, String namespace, boolean chameleon, boolean elementsQualified, boolean attributesQualified) {
        this.file = file;
        this.namespace = namespace;
        this.chameleon = chameleon;
        this.elementsQualified = elementsQualified;
        this.attributesQualified = attributesQualified;
    }

    String file() {
        return file;
    }

    String namespace() {
        return namespace;
    }

    boolean isChameleon() {
        return chameleon;
    }

    boolean areElementsQualified() {
        return elementsQualified;
    }

    boolean areAttributesQualified() {
        return attributesQualified;
    }

    List<DocumentDef> includes() {
        return includes;
    }

    List<DocumentDef> imports() {
        return imports;
    }

    List<SimpleDef> simpleTypes() {
        return simpleTypes;
    }

    List<ComplexDef> complexTypes() {
        return complexTypes;
    }

    List<ElementDef> elements() {
        return elements;
    }

    List<AttributeDef> attributes() {
        return attributes;
    }

    List<AttributeDef.Group> attributeGroups() {
        return attributeGroups;
    }

    List<ParticleDef.Named> groups() {
        return groups;
    }

    List<String> notations() {
        return notations;
    }
}
