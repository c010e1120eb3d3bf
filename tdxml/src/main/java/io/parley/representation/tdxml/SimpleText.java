package io.parley.representation.tdxml;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.binding.Binary;
import io.parley.binding.Lexical;
import io.parley.layout.Scalar;
import io.parley.layout.SimpleLayout;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;

/**
 * Text of values of simple types. It is their lexical form, except for qualified names, which are followed by their
 * namespace because a table does not declare it: {@code p:name{urn:n}}.
 */
final class SimpleText {
    private SimpleText() {}

    /**
     * Returns the text of a value.
     *
     * @param maxBinary maximum bytes of a binary that is not in memory yet
     * @param path of the value, for errors
     * @throws ParleyException {@code ENCODING} if the value has no text
     */
    static String print(SimpleLayout type, Object value, int maxBinary, String path) {
        if (type.scalar() == Scalar.QNAME) {
            return printNames(value, path);
        }
        Object settled = type.scalar() == Scalar.BASE64_BINARY ? inMemory(value, maxBinary, path) : value;
        try {
            return Lexical.print(type, settled, QName::getPrefix);
        } catch (ClassCastException e) {
            throw new ParleyException(
                    ErrorCode.ENCODING,
                    path + ": expected an object for " + type.builtIn().getLocalPart() + ", found one of another class",
                    e);
        } catch (IllegalArgumentException e) {
            throw new ParleyException(
                    ErrorCode.ENCODING,
                    path + ": expected a value of " + type.builtIn().getLocalPart()
                            + ", found one that it has no text for",
                    e);
        }
    }

    /**
     * Returns the value of a text.
     *
     * @throws IllegalArgumentException if it is not a value of that type
     */
    static Object parse(SimpleLayout type, String text) {
        if (type.scalar() == Scalar.STRING && !type.list()) {
            return text; // with all its blanks, as in other representations
        }
        return type.scalar() == Scalar.QNAME ? parseNames(type, text) : Lexical.parse(type, text);
    }

    /** Returns a name with its namespace, as in tables. */
    static String print(QName name, String path) {
        String prefix = name.getPrefix();
        String local = requirePlain(name.getLocalPart(), "a local name without blanks, colons and braces", true, path);
        String namespace = name.getNamespaceURI();
        if (namespace.isEmpty()) {
            return local; // no prefix can be bound to no namespace
        }
        requirePlain(prefix, "a prefix without blanks, colons and braces", true, path);
        requirePlain(namespace, "a namespace without blanks and braces", false, path);
        return (prefix.isEmpty() ? local : prefix + ":" + local) + '{' + namespace + '}';
    }

    private static String requirePlain(String text, String expected, boolean isName, String path) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c <= ' ' || c == '{' || c == '}' || (isName && c == ':')) {
                throw new ParleyException(ErrorCode.ENCODING, path + ": expected " + expected + ", found another");
            }
        }
        return text;
    }

    static QName parseName(String text) {
        int brace = text.indexOf('{');
        if (brace >= 0 && !text.endsWith("}")) {
            throw new IllegalArgumentException("a namespace without its end");
        }
        String label = brace < 0 ? text : text.substring(0, brace);
        String namespace = brace < 0 ? XMLConstants.NULL_NS_URI : text.substring(brace + 1, text.length() - 1);
        int colon = label.indexOf(':');
        if (colon >= 0 && namespace.isEmpty()) {
            throw new IllegalArgumentException("a prefix without its namespace");
        }
        String prefix = colon < 0 ? XMLConstants.DEFAULT_NS_PREFIX : label.substring(0, colon);
        return new QName(namespace, label.substring(colon + 1), prefix);
    }

    private static String printNames(Object value, String path) {
        if (!(value instanceof List<?> names)) {
            return print((QName) value, path);
        }
        StringJoiner text = new StringJoiner(" ");
        names.forEach(name -> text.add(print((QName) name, path)));
        return text.toString();
    }

    private static Object parseNames(SimpleLayout type, String text) {
        String[] words = text.strip().split("[ \t\r\n]+", -1);
        if (!type.list()) {
            if (words.length != 1) {
                throw new IllegalArgumentException("more than one name");
            }
            return parseName(words[0]);
        }
        List<Object> names = new ArrayList<>();
        for (String word : words) {
            if (!word.isEmpty()) {
                names.add(parseName(word));
            }
        }
        return names;
    }

    private static Object inMemory(Object value, int most, String path) {
        if (!(value instanceof Binary binary)) {
            return value;
        }
        try (InputStream in = binary.open()) {
            byte[] bytes = in.readNBytes(most);
            if (in.read() >= 0) {
                throw new ParleyException(
                        ErrorCode.ENCODING,
                        path + ": expected a binary of at most " + most
                                + " bytes, since it is written into the table, found"
                                + " more; the setting is parley.limits.string-bytes");
            }
            return bytes;
        } catch (IOException e) {
            throw new ParleyException(ErrorCode.ENCODING, path + ": expected to read the binary, found an error", e);
        }
    }
}
