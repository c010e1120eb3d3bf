package io.parley.cxf.model;

import jakarta.xml.bind.annotation.XmlAttachmentRef;
import jakarta.xml.bind.annotation.XmlList;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.lang.annotation.Annotation;
import java.util.Map;
import org.apache.cxf.databinding.DataBinding;
import org.apache.cxf.jaxb.JAXBDataBinding;
import org.apache.cxf.service.model.MessageInfo;
import org.apache.cxf.service.model.MessagePartInfo;
import org.jspecify.annotations.Nullable;

/** Why a part must go through CXF's own data binding: what only that can do for it. The texts stand in the status. */
final class Obstacles {
    private Obstacles() {}

    /** What keeps all parts of a service from travelling typed, or an empty text. */
    static String of(@Nullable DataBinding binding) {
        if (binding == null || binding.getClass() != JAXBDataBinding.class) {
            return "the data binding is "
                    + (binding == null ? "none" : binding.getClass().getSimpleName()) + ", not JAXBDataBinding";
        }
        JAXBDataBinding jaxb = (JAXBDataBinding) binding;
        if (jaxb.getContext() == null || jaxb.getContextClasses() == null) {
            return "the JAXB context was given, so its classes are not known";
        }
        if (jaxb.getMarshallerListener() != null || jaxb.getUnmarshallerListener() != null) {
            return "a JAXB listener is configured";
        }
        if (!jaxb.getConfiguredXmlAdapters().isEmpty()) {
            return "JAXB adapters are configured as instances";
        }
        if (jaxb.getValidationEventHandler() != null) {
            return "a JAXB validation event handler is configured";
        }
        if (!isEmpty(jaxb.getMarshallerProperties()) || !isEmpty(jaxb.getUnmarshallerProperties())) {
            return "JAXB marshaller properties are configured";
        }
        return "";
    }

    /** What keeps this part from travelling typed, or an empty text. */
    static String of(MessagePartInfo part) {
        Class<?> type = part.getTypeClass();
        if (type == null) {
            return "no Java class is known for it";
        }
        if (type.isArray() && type != byte[].class) {
            return "its parameter is a " + type.getSimpleName() + ", which CXF turns into elements itself";
        }
        if (Boolean.TRUE.equals(part.getProperty("honor.jaxb.annotations"))
                || isAnnotated((Annotation[]) part.getProperty("parameter.annotations"))
                || isAnnotated(annotationsOfResult(part))) {
            return "its parameter has JAXB annotations";
        }
        return "";
    }

    private static boolean isEmpty(@Nullable Map<?, ?> map) {
        return map == null || map.isEmpty();
    }

    private static Annotation @Nullable [] annotationsOfResult(MessagePartInfo part) {
        return part.getMessageInfo() instanceof MessageInfo message && message.getType() == MessageInfo.Type.OUTPUT
                ? (Annotation[]) message.getOperation().getProperty("method.return.annotations")
                : null;
    }

    /** The same three that make CXF marshal a single part through a JAXB bridge. */
    private static boolean isAnnotated(Annotation @Nullable [] annotations) {
        if (annotations != null) {
            for (Annotation annotation : annotations) {
                if (annotation instanceof XmlList
                        || annotation instanceof XmlAttachmentRef
                        || annotation instanceof XmlJavaTypeAdapter) {
                    return true;
                }
            }
        }
        return false;
    }
}
