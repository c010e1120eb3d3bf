package io.parley.schema;

import java.nio.ByteOrder;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The annotations of namespace {@value #NAMESPACE} on a declaration, which override the default encoding of its values.
 *
 * @param byteOrder byte order of numbers, or null if not specified
 * @param length fixed length in bytes of every text or binary value, or 0 if not specified
 * @param encoding character encoding of text, or null if not specified
 */
public record WireFormat(
        @Nullable ByteOrder byteOrder, int length, @Nullable Encoding encoding) {
    /** The namespace of the annotations. */
    public static final String NAMESPACE = "urn:parley:1";

    /** Format without annotations. */
    public static final WireFormat USUAL = new WireFormat(null, 0, null);

    /** Returns this format, overridden by the specified values of another one. */
    public WireFormat overriddenBy(WireFormat nearer) {
        if (nearer.equals(USUAL)) {
            return this;
        }
        return new WireFormat(
                nearer.byteOrder == null ? byteOrder : nearer.byteOrder,
                nearer.length == 0 ? length : nearer.length,
                nearer.encoding == null ? encoding : nearer.encoding);
    }

    /** Character encodings that text may be annotated with. */
    public enum Encoding {
        UTF_8("UTF-8"),
        LATIN_1("ISO-8859-1"),
        UTF_16("UTF-16");

        private final String label;

        Encoding(String label) {
            this.label = label;
        }

        /** Returns the name of the encoding in schemas. */
        public String label() {
            return label;
        }

        static Optional<Encoding> of(String label) {
            for (Encoding encoding : values()) {
                if (encoding.label.equals(label.toUpperCase(Locale.ROOT))) {
                    return Optional.of(encoding);
                }
            }
            return Optional.empty();
        }
    }
}
