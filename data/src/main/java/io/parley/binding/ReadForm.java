package io.parley.binding;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.layout.Scalar;
import io.parley.layout.SimpleLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Conversion of the values of a simple type that were sent without text to those that a reader of text has: with the
 * white space of the type, and with the element's default instead of an empty value. Both belong to the receiver's
 * schema, and are not part of the fingerprint. Immutable.
 *
 * @param whenEmpty null if the element has no default
 */
record ReadForm(SimpleLayout type, @Nullable String whenEmpty, String path) {
    /** Returns the conversion; null if all values stay as they are. */
    static @Nullable ReadForm of(SimpleLayout type, @Nullable String whenEmpty, String path) {
        boolean text = type.scalar() == Scalar.STRING;
        boolean split = text && (type.list() || !type.builtIn().getLocalPart().equals("string"));
        boolean maybeEmpty =
                text || type.list() || type.scalar() == Scalar.BASE64_BINARY || type.scalar() == Scalar.HEX_BINARY;
        return split || (maybeEmpty && whenEmpty != null) ? new ReadForm(type, whenEmpty, path) : null;
    }

    Object of(Object sent) {
        String text = type.scalar() == Scalar.STRING ? Lexical.print(type, sent, name -> "") : null;
        if (whenEmpty != null && (text == null ? isEmpty(sent) : text.isEmpty())) {
            return parse(whenEmpty);
        }
        return text == null ? sent : parse(text);
    }

    private static boolean isEmpty(Object value) {
        return value instanceof List<?> list ? list.isEmpty() : value instanceof byte[] bytes && bytes.length == 0;
    }

    private Object parse(String text) {
        try {
            return Lexical.parse(type, text);
        } catch (IllegalArgumentException e) {
            throw new ParleyException(
                    ErrorCode.SCHEMA_VIOLATION,
                    path + ": expected a value of type " + type.builtIn().getLocalPart() + ", found other text",
                    e);
        }
    }
}
