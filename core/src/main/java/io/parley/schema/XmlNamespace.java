package io.parley.schema;

import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;

/** The attributes of the {@code xml:} namespace, which every schema may refer to. */
final class XmlNamespace {
    private XmlNamespace() {}

    static void declare(Components components) {
        declare(components, "lang", BuiltIn.STRING);
        declare(components, "space", BuiltIn.NCNAME);
        declare(components, "base", BuiltIn.ANY_URI);
        declare(components, "id", BuiltIn.ID);
        QName group = new QName(XMLConstants.XML_NS_URI, "specialAttrs");
        List<Attributes.Use> uses = components.attributes.keySet().stream()
                .map(name -> (Attributes.Use) new Attributes.Reference(name, false, false))
                .toList();
        components.attributeGroups.put(group, new Attributes(uses, List.of(), false));
    }

    private static void declare(Components components, String local, BuiltIn type) {
        QName name = new QName(XMLConstants.XML_NS_URI, local);
        components.attributes.put(name, new AttributeDeclaration(name, new TypeName(type.type()), WireFormat.USUAL));
    }
}
