package io.parley.schema;

/**
 * Defaults for all declarations of one document.
 *
 * @param namespace the target namespace, empty for none
 * @param chameleon whether the document has no target namespace of its own and takes the including one's
 * @param elementsQualified whether local elements are in the target namespace unless they say otherwise
 * @param attributesQualified the same for attributes
 */
record Scope(String namespace, boolean chameleon, boolean elementsQualified, boolean attributesQualified) {

    /** The scope of a document that is read into a namespace; its own one wins. */
    static Scope of(XsdNode schema, String including) {
        String own = schema.attribute("targetNamespace", "");
        boolean chameleon = own.isEmpty() && !including.isEmpty();
        return new Scope(
                chameleon ? including : own,
                chameleon,
                schema.attribute("elementFormDefault", "").equals("qualified"),
                schema.attribute("attributeFormDefault", "").equals("qualified"));
    }
}
