package io.parley.cxf.model;

import io.parley.binding.PartType;
import jakarta.xml.bind.annotation.XmlAttachmentRef;
import jakarta.xml.bind.annotation.XmlList;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.lang.annotation.Annotation;
import java.lang.reflect.ParameterizedType;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.cxf.service.model.MessageInfo;
import org.apache.cxf.service.model.MessagePartInfo;
import org.jspecify.annotations.Nullable;

/** Java type of a part as JAXB sees it, after conversions by CXF's data binding. */
final class ParameterType {
    private ParameterType() {}

    /** Returns the Java type of a part, by the same rules as CXF's JAXB writers and readers. */
    static PartType of(MessagePartInfo part) {
        List<Annotation> annotations = annotations(part);
        return new PartType(
                part.getTypeClass(),
                list(part),
                find(XmlJavaTypeAdapter.class, annotations)
                        .<Class<?>>map(XmlJavaTypeAdapter::value)
                        .orElse(null),
                find(XmlList.class, annotations).isPresent());
    }

    /** Returns whether its parameter is sent as an attachment. */
    static boolean hasAttachment(MessagePartInfo part) {
        return find(XmlAttachmentRef.class, annotations(part)).isPresent();
    }

    /** Returns the list class that CXF passes instead of an array; null if it passes the array. */
    private static @Nullable Class<?> list(MessagePartInfo part) {
        Class<?> type = part.getTypeClass();
        return type.isArray()
                        && !type.getComponentType().isPrimitive()
                        && part.getProperty("generic.type") instanceof ParameterizedType generic
                        && generic.getRawType() instanceof Class<?> raw
                        && List.class.isAssignableFrom(raw)
                ? raw
                : null;
    }

    /**
     * Returns the annotations that make CXF use a JAXB bridge: those of the parameter, otherwise those of the result.
     */
    private static List<Annotation> annotations(MessagePartInfo part) {
        if (part.isElement() && !Boolean.TRUE.equals(part.getProperty("honor.jaxb.annotations"))) {
            return List.of();
        }
        List<Annotation> own = bridging((Annotation[]) part.getProperty("parameter.annotations"));
        return own.isEmpty() ? bridging(ofResult(part)) : own;
    }

    private static Annotation @Nullable [] ofResult(MessagePartInfo part) {
        return part.getMessageInfo() instanceof MessageInfo message && message.getType() == MessageInfo.Type.OUTPUT
                ? (Annotation[]) message.getOperation().getProperty("method.return.annotations")
                : null;
    }

    private static List<Annotation> bridging(Annotation @Nullable [] annotations) {
        return annotations == null
                ? List.of()
                : Arrays.stream(annotations)
                        .filter(each -> each instanceof XmlList
                                || each instanceof XmlAttachmentRef
                                || each instanceof XmlJavaTypeAdapter)
                        .toList();
    }

    private static <A extends Annotation> Optional<A> find(Class<A> kind, List<Annotation> annotations) {
        return annotations.stream().filter(kind::isInstance).map(kind::cast).findFirst();
    }
}
