package io.parley.testkit.beans;

import java.util.List;

/**
 * The classes that members may refer to.
 *
 * @param beans simple names of classes without restrictions on where they occur
 * @param keyed simple names of classes with identifiers
 * @param namespace of the elements that the object factory declares
 * @param elements that the object factory declares
 */
record Cast(List<String> beans, List<String> keyed, String namespace, List<Declared> elements) {

    /** An element of the object factory. */
    record Declared(String name, String type, String scope) {
        /** Returns the annotation of a member that refers to the element. */
        String reference(String namespace) {
            return "@XmlElementRef(name = \"" + name + "\", namespace = \"" + namespace
                    + "\", type = JAXBElement.class)";
        }
    }
}
