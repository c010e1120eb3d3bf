package io.parley.schema;

import java.nio.ByteOrder;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The annotations of namespace {@value #NAMESPACE} on a declaration: how its values are written where the usual way is
 * not wanted.
 *
 * @param byteOrder of numbers, or null if not said
 * @param length in bytes, that every value of a text or binary takes, or 0 if not said
 * @param encoding of text, or null if not said
 */
public record WireFormat(
        @Nullable ByteOrder byteOrder, int length, @Nullable Encoding encoding) {
    /** The namespace of the annotations. */
    public static final String NAMESPACE = "urn:parley:1";

    /** Format without annotations. */
    public static final WireFormat USUAL = new WireFormat(null, 0, null);

    /** Returns this format with the values of the other one wherever that has any. */
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

        /** The name as schemas write it. */
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
