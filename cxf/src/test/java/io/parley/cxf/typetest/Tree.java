package io.parley.cxf.typetest;

import jakarta.xml.bind.JAXBElement;
import jakarta.xml.ws.Holder;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.XMLConstants;
import org.w3c.dom.Comment;
import org.w3c.dom.Node;
import org.w3c.dom.Text;

/** Text form of any JAXB value, field by field, so that values can be compared and differences read. */
final class Tree {
    private Tree() {}

    static String of(Object value) {
        StringBuilder text = new StringBuilder();
        append(value, text);
        return text.toString();
    }

    private static void append(Object value, StringBuilder text) {
        if (value == null || value instanceof Number || value instanceof Boolean || value instanceof Enum<?>) {
            text.append(value);
        } else if (value instanceof CharSequence) {
            text.append('"').append(value).append('"');
        } else if (value instanceof byte[] bytes) {
            text.append(Arrays.toString(bytes));
        } else if (value instanceof Holder<?> holder) {
            text.append("holder ");
            append(holder.value, text);
        } else if (value instanceof JAXBElement<?> element) {
            text.append(element.getName()).append(element.isNil() ? " nil " : " ");
            append(element.getValue(), text);
        } else if (value instanceof Node node) {
            appendNode(node, text);
        } else if (value instanceof List<?> list) {
            text.append('[');
            list.forEach(item -> {
                append(item, text);
                text.append(", ");
            });
            text.append(']');
        } else if (value instanceof Map<?, ?> map) {
            Map<String, Object> sorted = new TreeMap<>();
            map.forEach((key, item) -> sorted.put(String.valueOf(key), item));
            text.append(sorted);
        } else if (value.getClass().isArray()) {
            for (int i = 0; i < Array.getLength(value); i++) {
                append(Array.get(value, i), text);
                text.append("; ");
            }
        } else if (value.getClass().getName().startsWith("java")
                || value.getClass().getName().contains(".datatype.")) {
            text.append(value);
        } else {
            appendBean(value, text);
        }
    }

    /** Omits prefixes and declarations: JAXB copies into a tree any prefixes that are in scope around it. */
    private static void appendNode(Node node, StringBuilder text) {
        if (node instanceof Text || node instanceof Comment) {
            text.append(node.getNodeValue());
            return;
        }
        text.append('<').append(node.getNamespaceURI()).append(' ').append(node.getLocalName());
        Map<String, String> attributes = new TreeMap<>();
        for (int i = 0; i < node.getAttributes().getLength(); i++) {
            Node attribute = node.getAttributes().item(i);
            if (!XMLConstants.XMLNS_ATTRIBUTE_NS_URI.equals(attribute.getNamespaceURI())) {
                attributes.put(attribute.getNamespaceURI() + " " + attribute.getLocalName(), attribute.getNodeValue());
            }
        }
        text.append(attributes).append('>');
        for (Node child = node.getFirstChild(); child != null; child = child.getNextSibling()) {
            appendNode(child, text);
        }
        text.append("</>");
    }

    private static void appendBean(Object bean, StringBuilder text) {
        text.append(bean.getClass().getSimpleName()).append('{');
        for (Class<?> type = bean.getClass(); type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    text.append(field.getName()).append('=');
                    try {
                        append(field.get(bean), text);
                    } catch (IllegalAccessException e) {
                        throw new IllegalStateException(e);
                    }
                    text.append(", ");
                }
            }
        }
        text.append('}');
    }
}
