package io.parley.binding;

import io.parley.layout.ComplexLayout;
import io.parley.layout.Scalar;
import io.parley.layout.TypeLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** A complex type whose objects are of a JAXB class. */
final class JaxbType extends BoundType {
    private final BeanModel bean;
    private final JaxbModel model;
    private final Map<Class<?>, Integer> substitutes = new ConcurrentHashMap<>();
    private List<BoundType> types = List.of();
    private @Nullable PropertyModel others;
    private @Nullable RecordWalk walk;
    /** Whether the generation of the walk was attempted. */
    private volatile boolean generated;

    private volatile String walkObstacle = "";

    JaxbType(ComplexLayout layout, BeanModel bean, JaxbModel model) {
        super(layout, bean.type().getSimpleName());
        this.bean = bean;
        this.model = model;
    }

    BeanModel bean() {
        return bean;
    }

    void otherAttributes(@Nullable PropertyModel property) {
        others = property;
    }

    /** Returns the walk, which is generated on first use: most types of a large contract are never used. */
    @Override
    public @Nullable RecordWalk walk() {
        RecordWalk known = walk;
        return known != null || generated ? known : generateWalk();
    }

    private synchronized @Nullable RecordWalk generateWalk() {
        List<WalkStep> steps = generated ? List.of() : WalkStep.of(this, bean.type());
        if (!steps.isEmpty()) {
            HiddenClasses.Attempt<RecordWalk> attempt = WalkClass.CLASSES.generate(bean.type(), steps);
            walk = attempt.instance();
            walkObstacle = attempt.reason();
        }
        generated = true;
        return walk;
    }

    /** Returns the reason why a requested walk could not be generated; empty if there is none. */
    String walkObstacle() {
        return walkObstacle;
    }

    /** Generates all code now, so that the first message does not have to wait. */
    void prepare() {
        bean.prepare();
        var unused = walk();
    }

    /** Sets the types in the order of the layout's substitutes: that of its class, or else a record. */
    void substitutes(List<BoundType> inOrder) {
        types = List.copyOf(inOrder);
    }

    @Override
    public Object newInstance() {
        return bean.newInstance();
    }

    @Override
    public int substituteOf(Object value) {
        Class<?> type = value.getClass();
        if (type == bean.type()) {
            return 0;
        }
        return substitutes.computeIfAbsent(type, this::indexOf);
    }

    /** Returns the index, as in {@link #substituteOf}, of objects of a class. */
    int indexOf(Class<?> type) {
        Class<?> known = model.known(type);
        if (known == bean.type()) {
            return 0;
        }
        for (int i = 0; i < types.size(); i++) {
            if (types.get(i) instanceof JaxbType jaxb && jaxb.bean.type() == known) {
                return i + 1;
            }
        }
        return -1;
    }

    @Override
    public BoundType substitute(int index) {
        return index == 0 ? this : types.get(index - 1);
    }

    /** Returns whether JAXB writes only attributes of an object whose element is nil. */
    boolean isAttributesAlone(Object value) {
        BoundType type = substitute(Math.max(0, substituteOf(value)));
        return hasAttributes(type, value) && type.text() == null && type.slots().isEmpty();
    }

    private static boolean hasAttributes(BoundType type, Object value) {
        for (BoundAttribute attribute : type.attributes()) {
            if (attribute.get(value) != null) {
                return true;
            }
        }
        return !type.otherAttributes(value).isEmpty();
    }

    /** Clears the text as JAXB does for an empty element: to an empty string or an empty list. */
    void clearText(Object value) {
        BoundAttribute text = substitute(Math.max(0, substituteOf(value))).text();
        if (text != null && text.layout().list()) {
            text.set(value, List.of(), new Links());
        } else if (text != null && text.layout().scalar() == Scalar.STRING) {
            text.set(value, "", new Links());
        }
    }

    @Override
    @SuppressWarnings("unchecked") // The model only accepts such a map.
    public Map<QName, String> otherAttributes(Object owner) {
        Object map = others == null ? null : others.accessor().get(owner);
        return map == null ? Map.of() : (Map<QName, String>) map;
    }

    @Override
    public void otherAttributes(Object owner, Map<QName, String> attributes) {
        PropertyModel property = others;
        if (property == null) {
            return; // like JAXB: attributes that the class does not know are ignored
        }
        Map<QName, String> existing = otherAttributesOf(property, owner);
        if (existing == null) {
            property.accessor().set(owner, new java.util.HashMap<>(attributes));
        } else {
            existing.putAll(attributes);
        }
    }

    @SuppressWarnings("unchecked") // The model only accepts such a map.
    private static @Nullable Map<QName, String> otherAttributesOf(PropertyModel property, Object owner) {
        return (Map<QName, String>) property.accessor().get(owner);
    }

    /** Returns the names of the types that may substitute a type. */
    static List<QName> names(ComplexLayout layout) {
        List<QName> names = new ArrayList<>();
        for (TypeLayout substitute : layout.substitutes()) {
            names.add(((ComplexLayout) substitute).name().orElseThrow());
        }
        return names;
    }
}
