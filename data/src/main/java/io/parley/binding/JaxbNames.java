package io.parley.binding;

import jakarta.xml.bind.annotation.XmlNsForm;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlSchema;
import jakarta.xml.bind.annotation.XmlType;
import java.util.Locale;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Default names of JAXB for unnamed types, elements and attributes (Jakarta XML Binding 4.0, section 8). */
final class JaxbNames {
    private static final String DEFAULT = "##default";

    private final String defaultNamespace;

    /**
     * @param defaultNamespace namespace of packages that declare none; a context may be created with one
     */
    JaxbNames(String defaultNamespace) {
        this.defaultNamespace = defaultNamespace;
    }

    /** Returns the name of the XSD type, or null if it is anonymous. */
    @Nullable
    QName type(Class<?> bean) {
        XmlType annotation = bean.getAnnotation(XmlType.class);
        String name = annotation == null ? DEFAULT : annotation.name();
        if (name.isEmpty()) {
            return null;
        }
        String namespace = annotation == null ? DEFAULT : annotation.namespace();
        return new QName(
                namespace.equals(DEFAULT) ? namespace(bean) : namespace,
                name.equals(DEFAULT) ? variable(bean.getSimpleName()) : name);
    }

    /** Returns the name of the root element, or null if the class has none. */
    @Nullable
    QName root(Class<?> bean) {
        XmlRootElement annotation = bean.getAnnotation(XmlRootElement.class);
        if (annotation == null) {
            return null;
        }
        return new QName(
                annotation.namespace().equals(DEFAULT) ? namespace(bean) : annotation.namespace(),
                annotation.name().equals(DEFAULT) ? variable(bean.getSimpleName()) : annotation.name());
    }

    QName element(Class<?> declaring, String property, String name, String namespace) {
        XmlSchema schema = schema(declaring);
        boolean qualified = schema != null && schema.elementFormDefault() == XmlNsForm.QUALIFIED;
        return local(declaring, property, name, namespace, qualified);
    }

    QName attribute(Class<?> declaring, String property, String name, String namespace) {
        XmlSchema schema = schema(declaring);
        boolean qualified = schema != null && schema.attributeFormDefault() == XmlNsForm.QUALIFIED;
        return local(declaring, property, name, namespace, qualified);
    }

    /** Returns the namespace of a class's package. */
    String namespace(Class<?> bean) {
        XmlSchema schema = schema(bean);
        return schema == null ? defaultNamespace : schema.namespace();
    }

    private QName local(Class<?> declaring, String property, String name, String namespace, boolean qualified) {
        String uri = namespace;
        if (uri.equals(DEFAULT)) {
            QName type = type(declaring);
            uri = !qualified ? "" : type == null ? namespace(declaring) : type.getNamespaceURI();
            uri = qualified && uri.isEmpty() ? defaultNamespace : uri;
        }
        return new QName(uri, name.equals(DEFAULT) ? property : name);
    }

    private static @Nullable XmlSchema schema(Class<?> bean) {
        Package home = bean.getPackage();
        return home == null ? null : home.getAnnotation(XmlSchema.class);
    }

    /** Converts a class name to a variable name. A leading abbreviation in capitals is lowered as a whole. */
    static String variable(String className) {
        int capitals = 0;
        while (capitals < className.length() && Character.isUpperCase(className.charAt(capitals))) {
            capitals++;
        }
        boolean wordFollows = capitals < className.length() && Character.isLowerCase(className.charAt(capitals));
        int lowered = capitals > 1 && wordFollows ? capitals - 1 : capitals;
        return className.substring(0, lowered).toLowerCase(Locale.ENGLISH) + className.substring(lowered);
    }
}
