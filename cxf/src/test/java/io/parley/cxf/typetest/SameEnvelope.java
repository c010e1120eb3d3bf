package io.parley.cxf.typetest;

import io.parley.Limits;
import io.parley.schema.SafeXml;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.datatype.DatatypeConfigurationException;
import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.DatatypeFactory;
import org.apache.xml.security.Init;
import org.apache.xml.security.c14n.Canonicalizer;
import org.apache.xml.security.exceptions.XMLSecurityException;
import org.w3c.dom.Attr;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.Text;

/**
 * Comparison of two SOAP envelopes by meaning: the same elements and attributes with any prefixes, names compared as
 * names and simple values as values ({@code 1.50} and {@code 1.5}); or, stricter, the bodies as bytes in canonical
 * form.
 */
public final class SameEnvelope {
    private static final String XSI = XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI;

    /**
     * Names that the type tests give to elements with list values, whose items are compared without the space between
     * them.
     */
    private static final Pattern LIST = Pattern.compile(".*(List|NMTOKENS).*");

    private static final Pattern QUALIFIED = Pattern.compile("([^\\s:]+):([^\\s:]+)");

    static {
        Init.init();
    }

    private SameEnvelope() {}

    /** Returns the first difference; empty if they mean the same. */
    public static String difference(String expected, String found) {
        return difference(root(expected), root(found), "");
    }

    /** Returns the content of {@code Body} in exclusive canonical form. */
    static String canonicalBody(String envelope) throws XMLSecurityException {
        StringBuilder text = new StringBuilder();
        Element body = elements(root(envelope)).stream()
                .filter(child -> child.getLocalName().equals("Body"))
                .findFirst()
                .orElseThrow();
        for (Element child : elements(body)) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            Canonicalizer.getInstance(Canonicalizer.ALGO_ID_C14N_EXCL_OMIT_COMMENTS)
                    .canonicalizeSubtree(child, bytes);
            text.append(bytes.toString(StandardCharsets.UTF_8));
        }
        return text.toString();
    }

    private static Element root(String xml) {
        return SafeXml.document(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)), Limits.defaults())
                .getDocumentElement();
    }

    private static String difference(Element expected, Element found, String path) {
        String here = path + "/" + expected.getLocalName();
        if (!name(expected).equals(name(found))) {
            return here + ": expected " + name(expected) + ", found " + name(found);
        }
        Map<String, Attr> wanted = attributes(expected);
        Map<String, Attr> had = attributes(found);
        if (!wanted.keySet().equals(had.keySet())) {
            return here + ": expected the attributes " + wanted.keySet() + ", found " + had.keySet();
        }
        for (Map.Entry<String, Attr> each : wanted.entrySet()) {
            Attr other = had.get(each.getKey());
            if (!same(each.getValue().getValue(), expected, other.getValue(), found)) {
                return here + "/@" + each.getKey() + ": expected "
                        + each.getValue().getValue() + ", found " + other.getValue();
            }
        }
        List<Object> left = content(expected);
        List<Object> right = content(found);
        if (left.size() != right.size()) {
            return here + ": expected " + left.size() + " children, found " + right.size();
        }
        for (int i = 0; i < left.size(); i++) {
            String difference = difference(left.get(i), expected, right.get(i), found, here);
            if (!difference.isEmpty()) {
                return difference;
            }
        }
        return "";
    }

    private static String difference(Object left, Element expected, Object right, Element found, String here) {
        if (left instanceof Element one && right instanceof Element other) {
            return difference(one, other, here);
        }
        boolean same = left instanceof String one && right instanceof String other && same(one, expected, other, found);
        return same ? "" : here + ": expected " + left + ", found " + right;
    }

    private static boolean same(String left, Element leftAt, String right, Element rightAt) {
        return expanded(left, leftAt).equals(expanded(right, rightAt))
                || sameNumber(left, right)
                || sameTime(left, right)
                || sameBytes(left, right)
                || sameBytes(right, left)
                || (isList(leftAt) && items(left).equals(items(right)));
    }

    private static boolean isList(Element element) {
        return LIST.matcher(element.getLocalName()).matches()
                || LIST.matcher(within(element)).matches();
    }

    private static List<String> items(String list) {
        return List.of(list.strip().split("\\s+", -1));
    }

    /** Replaces the prefix by its namespace in each word that can be a name at that place. */
    private static String expanded(String text, Element at) {
        return QUALIFIED.matcher(text).replaceAll(word -> {
            String namespace = at.lookupNamespaceURI(word.group(1));
            return Matcher.quoteReplacement(namespace == null ? word.group() : "{" + namespace + "}" + word.group(2));
        });
    }

    private static boolean sameNumber(String left, String right) {
        try {
            return new BigDecimal(left.strip()).compareTo(new BigDecimal(right.strip())) == 0;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /**
     * CXF writes values that the schema declares as hexBinary in base64 if they are parameters themselves
     * (rpc/literal).
     */
    private static boolean sameBytes(String base64, String hex) {
        try {
            return Arrays.equals(
                    Base64.getDecoder().decode(base64.strip()), HexFormat.of().parseHex(hex.strip()));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Returns the name of an element's parent. */
    private static String within(Element element) {
        return element.getParentNode() instanceof Element parent ? parent.getLocalName() : "";
    }

    private static boolean sameTime(String left, String right) {
        try {
            var one = DatatypeFactory.newInstance().newXMLGregorianCalendar(left.strip());
            var other = DatatypeFactory.newInstance().newXMLGregorianCalendar(right.strip());
            return one.compare(other) == DatatypeConstants.EQUAL && one.getTimezone() == other.getTimezone();
        } catch (IllegalArgumentException e) {
            return false;
        } catch (DatatypeConfigurationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String name(Node node) {
        return "{" + node.getNamespaceURI() + "}" + node.getLocalName();
    }

    private static Map<String, Attr> attributes(Element element) {
        Map<String, Attr> attributes = new TreeMap<>();
        for (int i = 0; i < element.getAttributes().getLength(); i++) {
            Attr attribute = (Attr) element.getAttributes().item(i);
            if (!XMLConstants.XMLNS_ATTRIBUTE_NS_URI.equals(attribute.getNamespaceURI())
                    && !(XSI.equals(attribute.getNamespaceURI())
                            && attribute.getLocalName().equals("schemaLocation"))) {
                attributes.put(name(attribute), attribute);
            }
        }
        return attributes;
    }

    /** Returns the children in order: elements, and adjacent text as one; blank text beside elements is skipped. */
    private static List<Object> content(Element element) {
        List<Object> content = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        boolean hasElements = !elements(element).isEmpty();
        for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Text) {
                text.append(child.getNodeValue());
            } else if (child instanceof Element) {
                end(text, hasElements, content);
                content.add(child);
            }
        }
        end(text, hasElements, content);
        return content;
    }

    private static void end(StringBuilder text, boolean hasElements, List<Object> content) {
        if (text.length() > 0 && !(hasElements && text.toString().isBlank())) {
            content.add(text.toString());
        }
        text.setLength(0);
    }

    private static List<Element> elements(Element parent) {
        List<Element> elements = new ArrayList<>();
        for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element element) {
                elements.add(element);
            }
        }
        return elements;
    }
}
