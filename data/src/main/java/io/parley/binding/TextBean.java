package io.parley.binding;

import io.parley.layout.SimpleLayout;
import org.jspecify.annotations.Nullable;

/** Conversion of a bean class that only has a text ({@code @XmlValue}), for which JAXB defines a simple type. */
final class TextBean implements Conversion {
    private final BeanModel bean;
    private final Accessor value;
    private final BoundAttribute text;

    private TextBean(BeanModel bean, Accessor value, BoundAttribute text) {
        this.bean = bean;
        this.value = value;
        this.text = text;
    }

    /** Returns the conversion of the class; null if it is not a bean class. */
    static @Nullable Conversion of(Class<?> type, SimpleLayout layout, JaxbTypes types) throws UnbindableException {
        if (types.model().known(type) != type) {
            return null;
        }
        BeanModel bean = types.beanOf(type);
        PropertyModel value = bean.properties().size() == 1 ? bean.properties().get(0) : null;
        if (value == null || value.kind() != PropertyModel.Kind.VALUE || value.id()) {
            throw new UnbindableException(type.getName() + " cannot hold " + layout.builtIn());
        }
        if (!types.model().below(type).isEmpty()) {
            throw new UnbindableException(type.getName() + " is text, but classes with more may stand in its place");
        }
        return new TextBean(
                bean, value.accessor(), JaxbMatcher.text(value, layout, type.getSimpleName() + "/text()", true, types));
    }

    @Override
    public Object toScalar(Object object) {
        Object content = value.get(object) == null ? null : text.get(object);
        if (content == null) {
            throw new IllegalArgumentException(bean.type().getName() + " without text");
        }
        return content;
    }

    @Override
    public Object fromScalar(Object scalar) {
        Object object = bean.newInstance();
        text.set(object, scalar, new Links());
        return object;
    }
}
