package io.parley.examples.compare;

import jakarta.activation.DataHandler;
import jakarta.xml.bind.JAXBElement;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import javax.xml.XMLConstants;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Attr;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.Text;

/** Compares two object graphs field by field. Used once, by one thread. */
final class Graphs {
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    private boolean hasTrees;

    /** Returns the first difference of the second graph from the first. */
    static Optional<Difference> difference(String path, @Nullable Object expected, @Nullable Object found) {
        return new Graphs().compare(path, expected, found);
    }

    /** Returns whether the graphs compared so far contain XML trees. */
    boolean hasTrees() {
        return hasTrees;
    }

    /** Returns the first difference of the second graph from the first. */
    Optional<Difference> compare(String path, @Nullable Object one, @Nullable Object two) {
        if (one == two) {
            return Optional.empty();
        }
        if (one == null || two == null) {
            return unlike(
                    path,
                    one == null ? "expected nothing, found something" : "expected something, found nothing",
                    one,
                    two);
        }
        if (one instanceof Element left && two instanceof Element right) {
            return compareElements(path, left, right);
        }
        if (one instanceof List<?> left && two instanceof List<?> right) {
            return compareLists(path, left, right);
        }
        if (!one.getClass().equals(two.getClass()) && !(one instanceof DataHandler && two instanceof DataHandler)) {
            return unlike(
                    path,
                    "expected " + one.getClass().getName() + ", found "
                            + two.getClass().getName(),
                    one,
                    two);
        }
        if (one.getClass().isArray()) {
            return compareLists(path, asList(one), asList(two));
        }
        if (isValue(one)) {
            return sameValue(one, two) ? Optional.empty() : unlike(path, "the value differs", one, two);
        }
        if (!seen.add(one)) {
            return Optional.empty(); // compared at its first occurrence
        }
        return compareInside(path, one, two);
    }

    private Optional<Difference> compareInside(String path, Object one, Object two) {
        if (one instanceof JAXBElement<?> left && two instanceof JAXBElement<?> right) {
            if (!left.getName().equals(right.getName()) || left.isNil() != right.isNil()) {
                return unlike(path, "the element's name or nil differs", left.getName(), right.getName());
            }
            return compare(path + "." + left.getName().getLocalPart(), left.getValue(), right.getValue());
        }
        if (one instanceof DataHandler left && two instanceof DataHandler right) {
            return compare(path + ".content", content(left), content(right));
        }
        if (one instanceof Map<?, ?> left && two instanceof Map<?, ?> right) {
            return compareMaps(path, left, right);
        }
        if (!Binaries.isBean(one.getClass())) {
            return Optional.empty(); // an object of a library, compared in written form
        }
        for (Class<?> type = one.getClass(); type != null && type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
                    Optional<Difference> found =
                            compare(path + "." + field.getName(), value(field, one), value(field, two));
                    if (found.isPresent()) {
                        return found;
                    }
                }
            }
        }
        return Optional.empty();
    }

    private Optional<Difference> compareLists(String path, List<?> one, List<?> two) {
        for (int i = 0; i < Math.min(one.size(), two.size()); i++) {
            Optional<Difference> found = compare(path + "[" + i + "]", one.get(i), two.get(i));
            if (found.isPresent()) {
                return found;
            }
        }
        return one.size() == two.size()
                ? Optional.empty()
                : unlike(path, "expected " + one.size() + " items, found " + two.size(), null, null);
    }

    private Optional<Difference> compareMaps(String path, Map<?, ?> one, Map<?, ?> two) {
        Map<String, Object> left = new TreeMap<>();
        one.forEach((key, value) -> left.put(String.valueOf(key), value));
        Map<String, Object> right = new TreeMap<>();
        two.forEach((key, value) -> right.put(String.valueOf(key), value));
        if (!left.keySet().equals(right.keySet())) {
            return unlike(
                    path, "expected " + left.size() + " entries, found " + right.size() + " or others", left, right);
        }
        for (Map.Entry<String, Object> each : left.entrySet()) {
            Optional<Difference> found =
                    compare(path + "[" + each.getKey() + "]", each.getValue(), right.get(each.getKey()));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** Compares trees without prefixes and declarations, since JAXB copies the prefixes that happen to be in scope. */
    private Optional<Difference> compareElements(String path, Element one, Element two) {
        hasTrees = true;
        String here = path + "/" + one.getLocalName();
        if (!name(one).equals(name(two))) {
            return unlike(here, "another element is there", name(one), name(two));
        }
        Map<String, String> left = attributes(one);
        Map<String, String> right = attributes(two);
        if (!left.equals(right)) {
            return unlike(here, "its attributes differ", left, right);
        }
        return compareLists(here, content(one), content(two));
    }

    private static String name(Node node) {
        return new QName(node.getNamespaceURI(), node.getLocalName() == null ? node.getNodeName() : node.getLocalName())
                .toString();
    }

    private static Map<String, String> attributes(Element element) {
        Map<String, String> all = new TreeMap<>();
        for (int i = 0; i < element.getAttributes().getLength(); i++) {
            Attr attribute = (Attr) element.getAttributes().item(i);
            if (!XMLConstants.XMLNS_ATTRIBUTE_NS_URI.equals(attribute.getNamespaceURI())) {
                boolean isType = XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI.equals(attribute.getNamespaceURI());
                all.put(name(attribute), isType ? expanded(attribute.getValue(), element) : attribute.getValue());
            }
        }
        return all;
    }

    private static String expanded(String value, Element at) {
        int colon = value.indexOf(':');
        String namespace = colon < 0 ? null : at.lookupNamespaceURI(value.substring(0, colon));
        return namespace == null ? value : "{" + namespace + "}" + value.substring(colon + 1);
    }

    /** Returns child elements, and adjacent text as one string. */
    private static List<Object> content(Element element) {
        List<Object> all = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Text) {
                text.append(child.getNodeValue());
            } else if (child instanceof Element) {
                endText(text, all);
                all.add(child);
            }
        }
        endText(text, all);
        return all;
    }

    private static void endText(StringBuilder text, List<Object> all) {
        if (text.length() > 0) {
            all.add(text.toString());
            text.setLength(0);
        }
    }

    private static boolean isValue(Object value) {
        return value instanceof XMLGregorianCalendar
                || value instanceof Duration
                || value instanceof Enum<?>
                || (value.getClass().getName().startsWith("java.") && !(value instanceof Map<?, ?>))
                || value instanceof QName;
    }

    private static boolean sameValue(Object one, Object two) {
        if (one instanceof XMLGregorianCalendar || one instanceof Duration) {
            // Compared in written form: their equality ignores precision and time zone.
            return one.toString().equals(two.toString());
        }
        return Objects.equals(one, two);
    }

    private static List<?> asList(Object array) {
        List<Object> all = new ArrayList<>();
        for (int i = 0; i < Array.getLength(array); i++) {
            all.add(Array.get(array, i));
        }
        return all;
    }

    private static byte[] content(DataHandler handler) {
        try (InputStream in = handler.getInputStream()) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException("binary content in memory cannot be read", e);
        }
    }

    static @Nullable Object value(Field field, Object of) {
        try {
            field.setAccessible(true);
            return field.get(of);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Optional<Difference> unlike(
            String path, String how, @Nullable Object expected, @Nullable Object found) {
        return Optional.of(new Difference("", path, how, text(expected), text(found)));
    }

    private static String text(@Nullable Object value) {
        return value instanceof byte[] bytes ? Arrays.toString(bytes) : String.valueOf(value);
    }
}
