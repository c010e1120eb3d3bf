package io.parley.testkit.beans;

import java.util.List;

/**
 * The classes that members may be of.
 *
 * @param beans simple names of classes that may stand anywhere
 * @param keyed those that have identifiers
 * @param namespace of the elements that the object factory declares
 * @param elements these elements
 */
record Cast(List<String> beans, List<String> keyed, String namespace, List<Declared> elements) {

    /** An element of the object factory. */
    record Declared(String name, String type, String scope) {
        /** Returns the annotation of a member that has the element. */
        String reference(String namespace) {
            return "@XmlElementRef(name = \"" + name + "\", namespace = \"" + namespace
                    + "\", type = JAXBElement.class)";
        }
    }
}
