package io.parley.binding;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.layout.SimpleLayout;
import org.jspecify.annotations.Nullable;

/** An attribute or text that is a property of a JAXB class. */
final class JaxbAttribute extends BoundAttribute {
    private final JaxbProperty property;
    private final Conversion conversion;
    private final boolean text;
    private final @Nullable Object empty;
    private final @Nullable Primitive primitive;

    /**
     * @param text whether it is the text of an element, for which JAXB does not allow null
     * @param empty the value of an empty element's text; if null, absent text is set to null
     */
    JaxbAttribute(
            SimpleLayout layout,
            String path,
            JaxbProperty property,
            Conversion conversion,
            boolean text,
            @Nullable Object empty) {
        super(layout, path);
        this.property = property;
        this.conversion = conversion;
        this.text = text;
        this.empty = empty;
        this.primitive = Primitive.of(property.direct(), layout, conversion);
    }

    @Override
    public @Nullable Primitive primitive() {
        return primitive;
    }

    @Override
    public @Nullable Object get(Object owner) {
        Object value = value(owner);
        if (text && value == null && empty != null && property.isNull(owner)) {
            return empty; // like JAXB, which writes no text
        }
        if (text && value == null) {
            throw new ParleyException(
                    ErrorCode.ENCODING, path() + ": expected a value of the element's text, found null");
        }
        return value;
    }

    @Override
    public boolean takesBinaries() {
        return conversion == Binaries.STREAMED;
    }

    private @Nullable Object value(Object owner) {
        try {
            Object value = property.get(owner);
            return value == null ? null : conversion.toScalar(value);
        } catch (IllegalArgumentException e) {
            throw new ParleyException(
                    ErrorCode.ENCODING, path() + ": expected a value of the schema's type, found another", e);
        }
    }

    @Override
    public void set(Object owner, @Nullable Object value, Links links) {
        Object content = value == null ? empty : value;
        Object java = content == null ? null : conversion.fromScalar(content);
        if (java != null) { // like JAXB: a value without a Java form leaves the property unchanged
            property.set(owner, java, links);
        }
    }
}
