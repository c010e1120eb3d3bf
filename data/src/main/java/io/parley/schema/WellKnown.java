package io.parley.schema;

import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;

/** Predefined declarations of namespaces that schemas commonly import without a document. */
final class WellKnown {
    private static final String SWA_REF = "http://ws-i.org/profiles/basic/1.1/xsd";
    private static final String XML_MIME = "http://www.w3.org/2005/05/xmlmime";

    private final Components components;

    WellKnown(Components components) {
        this.components = components;
    }

    /** Declares the attributes of the {@code xml:} namespace (the W3C's xml.xsd, without its enumerations). */
    void declareXml() {
        attribute(XMLConstants.XML_NS_URI, "lang", BuiltIn.STRING);
        attribute(XMLConstants.XML_NS_URI, "space", BuiltIn.NCNAME);
        attribute(XMLConstants.XML_NS_URI, "base", BuiltIn.ANY_URI);
        attribute(XMLConstants.XML_NS_URI, "id", BuiltIn.ID);
        List<Attributes.Use> uses = components.attributes.keySet().stream()
                .map(name -> (Attributes.Use) new Attributes.Reference(name, false, false))
                .toList();
        components.attributeGroups.put(
                new QName(XMLConstants.XML_NS_URI, "specialAttrs"), new Attributes(uses, List.of(), false));
    }

    /**
     * Declares the components of a predefined namespace for which no document was given. Returns false if the namespace
     * is not predefined.
     */
    boolean declare(String namespace) {
        switch (namespace) {
            case XMLConstants.XML_NS_URI, XMLConstants.W3C_XML_SCHEMA_NS_URI -> {} // declared from the start
            case SWA_REF -> {
                QName name = new QName(SWA_REF, "swaRef");
                List<TypeUse> base = List.of(new TypeName(BuiltIn.ANY_URI.type()));
                components.types.put(
                        name, new SimpleType(name, SimpleType.Variety.RESTRICTION, base, List.of(), WireFormat.USUAL));
            }
            case XML_MIME -> {
                attribute(XML_MIME, "contentType", BuiltIn.STRING);
                attribute(XML_MIME, "expectedContentTypes", BuiltIn.STRING);
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void attribute(String namespace, String local, BuiltIn type) {
        QName name = new QName(namespace, local);
        components.attributes.put(name, new AttributeDeclaration(name, new TypeName(type.type()), WireFormat.USUAL));
    }
}
