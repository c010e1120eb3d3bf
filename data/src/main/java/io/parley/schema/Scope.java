package io.parley.schema;

/**
 * Defaults for all declarations of one document.
 *
 * @param namespace the target namespace, empty for none
 * @param chameleon whether the document has no target namespace and adopts that of the including document
 * @param elementsQualified whether local elements are in the target namespace by default
 * @param attributesQualified whether local attributes are in the target namespace by default
 */
record Scope(String namespace, boolean chameleon, boolean elementsQualified, boolean attributesQualified) {

    /** Returns the scope of a document that is read into a namespace. Its own target namespace takes precedence. */
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
