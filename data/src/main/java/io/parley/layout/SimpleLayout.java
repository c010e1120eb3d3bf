package io.parley.layout;

import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * Layout of a simple type.
 *
 * @param name the name of the XSD type; empty for an anonymous one
 * @param builtIn the built-in type that it is derived from, which is needed for {@code xsi:type} and to distinguish
 *     types of one scalar, such as {@code dateTime} and {@code date}
 * @param scalar encoding of a single value
 * @param list whether values are white-space separated lists ({@code xs:list})
 * @param values the lexical values of a text enumeration in schema order, else empty; they do not affect the wire,
 *     which can carry any text
 * @param order byte order of fixed-size numbers; little-endian unless annotated
 * @param fixedBytes length of strings or binaries annotated as fixed, else 0
 * @param encoding encoding of strings
 */
public record SimpleLayout(
        Optional<QName> name,
        QName builtIn,
        Scalar scalar,
        boolean list,
        List<String> values,
        ByteOrder order,
        int fixedBytes,
        TextEncoding encoding)
        implements TypeLayout {

    public SimpleLayout {
        values = List.copyOf(values);
    }

    /** Returns the layout of a built-in type without annotations. */
    public static SimpleLayout of(QName builtIn, Scalar scalar) {
        return new SimpleLayout(
                Optional.of(builtIn),
                builtIn,
                scalar,
                false,
                List.of(),
                ByteOrder.LITTLE_ENDIAN,
                0,
                TextEncoding.UTF_8);
    }

    /** Returns whether each single value is a string that is encoded as its length and UTF-8 bytes. */
    public boolean isPlainText() {
        return scalar == Scalar.STRING && fixedBytes == 0 && encoding == TextEncoding.UTF_8;
    }

    /** Encoding of strings on the wire. */
    public enum TextEncoding {
        UTF_8,
        /** ISO 8859-1: one byte for each character. Other characters cannot be encoded. */
        LATIN_1,
        UTF_16
    }
}
