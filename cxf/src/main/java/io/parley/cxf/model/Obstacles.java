package io.parley.cxf.model;

import io.parley.negotiation.DataDescription;
import java.util.Map;
import org.apache.cxf.databinding.DataBinding;
import org.apache.cxf.jaxb.JAXBDataBinding;
import org.apache.cxf.service.model.MessagePartInfo;
import org.apache.ws.commons.schema.XmlSchemaElement;
import org.apache.ws.commons.schema.XmlSchemaSimpleType;
import org.apache.ws.commons.schema.XmlSchemaSimpleTypeList;
import org.jspecify.annotations.Nullable;

/**
 * Reasons why a part must be handled by CXF's own data binding, because it uses a feature that only that supports. The
 * texts are shown in the status.
 */
final class Obstacles {
    private Obstacles() {}

    /** Returns the reason why no part of a service can be sent typed; empty if there is none. */
    static String of(@Nullable DataBinding binding) {
        if (binding == null || binding.getClass() != JAXBDataBinding.class) {
            return "the data binding is "
                    + (binding == null ? "none" : binding.getClass().getSimpleName()) + ", not JAXBDataBinding";
        }
        JAXBDataBinding jaxb = (JAXBDataBinding) binding;
        if (jaxb.getContext() == null || !knowsClasses(jaxb)) {
            return "the JAXB context was given, and tells neither its classes nor its settings, which may change the XML;"
                    + " for typed parts use a proxy of generated classes, whose context CXF creates";
        }
        if (!isEmpty(jaxb.getContextProperties())) {
            return "properties of the JAXB context are configured";
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
        if (!isEmpty(jaxb.getMarshallerProperties())
                || !(isEmpty(jaxb.getUnmarshallerProperties()) || GeneratedFactory.isOnlyProperty(jaxb))) {
            return "JAXB marshaller properties are configured";
        }
        return "";
    }

    /**
     * Returns whether CXF knows the classes of the context. It does not for a context passed in by the application, as
     * with a {@code Dispatch}, or by CXF's factories of dynamic clients, and then throws a {@code NullPointerException}
     * on the missing set. The classes of the parts are no substitute: such a context may have been created with
     * properties, such as an annotation reader or another namespace, and JAXB offers no access to them.
     */
    @SuppressWarnings("ReturnValueIgnored") // only whether it can be had
    private static boolean knowsClasses(JAXBDataBinding jaxb) {
        try {
            jaxb.getContextClasses();
            return true;
        } catch (NullPointerException none) {
            return false;
        }
    }

    /** Returns the reason why this part cannot be sent typed; empty if there is none. */
    static String of(BodyPart body) {
        if (!DataDescription.isKey(body.key().toString())) {
            return "an offer cannot name its operation: its namespace has blanks or braces, or its name is too long";
        }
        MessagePartInfo part = body.info();
        Class<?> type = part.getTypeClass();
        if (type == null) {
            return "no Java class is known for it";
        }
        if (part.getElementQName() == null && part.getTypeQName() == null) {
            return "its XSD type has no name";
        }
        if (ParameterType.hasAttachment(part)) {
            return "its parameter refers to an attachment";
        }
        return type.isArray() && type != byte[].class ? ofArray(part) : "";
    }

    /**
     * Returns the reason for an array type that CXF converts itself instead of passing it to JAXB; empty if there is
     * none.
     */
    private static String ofArray(MessagePartInfo part) {
        if (!(part.getXmlSchema() instanceof XmlSchemaElement element)) {
            return "";
        }
        if (part.getMessageInfo().getOperation().isUnwrapped() && element.getMaxOccurs() != 1) {
            return "CXF writes an element for each item of its parameter";
        }
        return element.getSchemaType() instanceof XmlSchemaSimpleType simple
                        && simple.getContent() instanceof XmlSchemaSimpleTypeList
                ? "CXF itself turns its parameter into the list that its element is declared as"
                : "";
    }

    private static boolean isEmpty(@Nullable Map<?, ?> map) {
        return map == null || map.isEmpty();
    }
}
