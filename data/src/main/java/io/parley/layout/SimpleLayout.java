package io.parley.layout;

import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * The plan of a simple type.
 *
 * @param name the XSD type's name, empty for an anonymous one
 * @param builtIn the built-in type that it comes from; needed where values carry their type ({@code xsi:type}), and
 *     to tell {@code dateTime} from {@code date}
 * @param scalar how one value is written
 * @param list whether values are white-space separated lists of it ({@code xs:list})
 * @param values the lexical values of an enumeration of text in schema order, else empty; says nothing about the wire,
 *     where every text may stand
 * @param order byte order of fixed-size numbers; little-endian unless annotated
 * @param fixedBytes length of strings or binaries annotated as fixed, else 0
 * @param encoding how strings are encoded
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

    /** The plan of a built-in type without annotations. */
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

    /** Returns whether each single value is a string that travels as its length and UTF-8 bytes alone. */
    public boolean isPlainText() {
        return scalar == Scalar.STRING && fixedBytes == 0 && encoding == TextEncoding.UTF_8;
    }

    /** Encoding of strings on the wire. */
    public enum TextEncoding {
        UTF_8,
        /** One byte a character; other characters cannot be encoded. */
        LATIN_1,
        UTF_16
    }
}
