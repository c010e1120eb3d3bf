package io.parley.binding;

import io.parley.layout.SimpleLayout;
import org.jspecify.annotations.Nullable;

/** A bean class of nothing but text ({@code @XmlValue}): XSD has a simple type for it. */
final class TextBean implements Conversion {
    private final BeanModel bean;
    private final Accessor value;
    private final BoundAttribute text;

    private TextBean(BeanModel bean, Accessor value, BoundAttribute text) {
        this.bean = bean;
        this.value = value;
        this.text = text;
    }

    /** The conversion of such a class; null if it is no bean class at all. */
    static @Nullable Conversion of(Class<?> type, SimpleLayout layout, JaxbTypes types) throws Declined {
        if (types.model().known(type) != type) {
            return null;
        }
        BeanModel bean = types.beanOf(type);
        PropertyModel value = bean.properties().size() == 1 ? bean.properties().get(0) : null;
        if (value == null || value.kind() != PropertyModel.Kind.VALUE || value.id()) {
            throw new Declined(type.getName() + " cannot hold " + layout.builtIn());
        }
        if (!types.model().below(type).isEmpty()) {
            throw new Declined(type.getName() + " is text, but classes with more may stand in its place");
        }
        return new TextBean(
                bean, value.accessor(), JaxbMatcher.text(value, layout, type.getSimpleName() + "/text()", true, types));
    }

    @Override
    public Object toScalar(Object made) {
        Object content = value.get(made) == null ? null : text.get(made);
        if (content == null) {
            throw new IllegalArgumentException(bean.type().getName() + " without text");
        }
        return content;
    }

    @Override
    public Object fromScalar(Object scalar) {
        Object made = bean.newInstance();
        text.set(made, scalar, new Links());
        return made;
    }
}
