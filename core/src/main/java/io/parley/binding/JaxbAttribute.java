package io.parley.binding;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.layout.SimpleLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An attribute, or the text, that a property of a JAXB class holds. */
final class JaxbAttribute extends BoundAttribute {
    private final JaxbProperty property;
    private final boolean collection;
    private final Conversion conversion;
    private final boolean text;
    private final @Nullable Object empty;

    /**
     * @param text whether it is the text of an element, which JAXB does not let be null
     * @param empty what the text of an empty element means, or null: then an absent one is put as null
     */
    JaxbAttribute(
            SimpleLayout layout,
            String path,
            JaxbProperty property,
            boolean collection,
            Conversion conversion,
            boolean text,
            @Nullable Object empty) {
        super(layout, path);
        this.property = property;
        this.collection = collection;
        this.conversion = conversion;
        this.text = text;
        this.empty = empty;
    }

    @Override
    public @Nullable Object get(Object owner) {
        Object value = value(owner);
        if (text && value == null) {
            throw new ParleyException(
                    ErrorCode.ENCODING, path() + ": expected a value of the element's text, found null");
        }
        return value;
    }

    private @Nullable Object value(Object owner) {
        try {
            if (!collection) {
                Object value = property.get(owner);
                return value == null ? null : conversion.toScalar(value);
            }
            return property.isNull(owner)
                    ? null
                    : conversion.toScalar(JaxbProperty.withoutNulls(property.items(owner)));
        } catch (IllegalArgumentException e) {
            throw new ParleyException(
                    ErrorCode.ENCODING, path() + ": expected a value of the schema's type, found another", e);
        }
    }

    @Override
    public void set(Object owner, @Nullable Object value, Links links) {
        Object content = value == null ? empty : value;
        Object java = content == null ? null : conversion.fromScalar(content);
        if (java == null) {
            return; // as JAXB: what Java has no value for is left as it was
        }
        if (collection) {
            property.setItems(owner, (List<?>) java);
        } else {
            property.set(owner, java);
        }
    }
}
