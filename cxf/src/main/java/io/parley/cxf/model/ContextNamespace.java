package io.parley.cxf.model;

import io.parley.binding.JaxbBindings;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.annotation.XmlSchema;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.Collection;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.apache.cxf.common.jaxb.JAXBBeanInfo;
import org.apache.cxf.common.jaxb.JAXBContextProxy;
import org.apache.cxf.common.jaxb.JAXBUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the default namespace of a JAXB context, which applies to classes whose package declares none. CXF passes the
 * service's namespace when it creates a context but offers no access to it afterwards, so it is inferred from the type
 * names in the context.
 */
final class ContextNamespace {
    private static final Logger LOG = LoggerFactory.getLogger(ContextNamespace.class);

    private ContextNamespace() {}

    /**
     * Returns the default namespace; an empty string if no class needs it; empty if this kind of context does not
     * expose type names.
     */
    static Optional<String> of(JAXBContext context, Collection<Class<?>> classes) {
        JAXBContextProxy names = JAXBUtils.createJAXBContextProxy(context);
        try {
            for (Class<?> type : classes) {
                JAXBBeanInfo bean = isWithout(type) ? JAXBUtils.getBeanInfo(names, type) : null;
                if (bean != null) {
                    for (QName name : bean.getTypeNames()) {
                        return Optional.of(name.getNamespaceURI());
                    }
                }
            }
        } catch (UndeclaredThrowableException e) {
            LOG.debug("JAXB context does not expose type names", e);
            return Optional.empty();
        }
        return Optional.of("");
    }

    /** Returns whether neither a class nor its package declares a namespace for its type. */
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
