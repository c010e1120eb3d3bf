package io.parley.cxf.model;

import io.parley.binding.JaxbBindings;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.annotation.XmlSchema;
import java.util.Collection;
import javax.xml.namespace.QName;
import org.apache.cxf.common.jaxb.JAXBBeanInfo;
import org.apache.cxf.common.jaxb.JAXBContextProxy;
import org.apache.cxf.common.jaxb.JAXBUtils;

/**
 * The namespace that a JAXB context gives to what no package says one for. CXF makes most contexts with that of the
 * service, and does not say so afterwards; the context itself knows the names that came of it.
 */
final class ContextNamespace {
    private ContextNamespace() {}

    static String of(JAXBContext context, Collection<Class<?>> classes) {
        JAXBContextProxy names = JAXBUtils.createJAXBContextProxy(context);
        for (Class<?> type : classes) {
            JAXBBeanInfo bean = isWithout(type) ? JAXBUtils.getBeanInfo(names, type) : null;
            if (bean != null) {
                for (QName name : bean.getTypeNames()) {
                    return name.getNamespaceURI();
                }
            }
        }
        return "";
    }

    /** Whether neither a class nor its package says a namespace for its type. */
    private static boolean isWithout(Class<?> type) {
        Package home = type.getPackage();
        return !type.isArray()
                && (home == null || !home.isAnnotationPresent(XmlSchema.class))
                && JaxbBindings.typeName(type)
                        .filter(ContextNamespace::isWithout)
                        .isPresent()
                && !type.getName().startsWith("java.");
    }

    private static boolean isWithout(QName name) {
        return name.getNamespaceURI().isEmpty();
    }
}
