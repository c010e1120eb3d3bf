package io.parley.testkit.beans;

import io.parley.schema.SafeXml;
import io.parley.testkit.beans.Cast.Declared;
import io.parley.testkit.generate.Construct;
import io.parley.testkit.generate.Coverage;
import jakarta.xml.bind.JAXBElement;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * Generates random objects of a package of classes: with absent, empty and null members, references and occasionally a
 * cycle.
 */
public final class BeanValues {
    private static final int DEEPEST = 4;

    private final CompiledBeans classes;
    private final Random random;
    private Coverage coverage = new Coverage();
    private final List<Object> keyed = new ArrayList<>();
    private final List<Runnable> later = new ArrayList<>();
    private final Deque<Object> open = new ArrayDeque<>();
    private boolean required;

    public BeanValues(CompiledBeans classes, long seed) {
        this.classes = classes;
        this.random = new Random(seed * 7919 + 3);
    }

    /** Returns an object of the root class. */
    public Object next() {
        coverage = new Coverage();
        keyed.clear();
        later.clear();
        Object root = make(BeanSet.ROOT);
        later.forEach(Runnable::run);
        return root;
    }

    /** Returns the constructs that the last object contains. */
    public Coverage coverage() {
        return coverage;
    }

    Random random() {
        return random;
    }

    /** Marks the value that is being generated as required. */
    void cannotBeNull() {
        required = true;
    }

    /** Returns an object of a class or of a subclass; null at the maximum depth, and sometimes before. */
    @Nullable
    Object bean(String name) {
        if (open.size() > DEEPEST || random.nextInt(6) == 0) {
            return null;
        }
        String actual = actual(name);
        if (actual.isEmpty()) {
            return null;
        }
        if (random.nextInt(100) == 0) {
            for (Object around : open) {
                if (around.getClass() == classes.load(actual)) {
                    coverage.add(Construct.OBJECT_CYCLE);
                    return around;
                }
            }
        }
        return make(actual);
    }

    private String actual(String name) {
        List<String> candidates = new ArrayList<>();
        for (ClassPlan plan : classes.set().plans().values()) {
            if (!plan.isAbstract() && isBelow(plan.name(), name)) {
                candidates.add(plan.name());
            }
        }
        candidates.sort(null);
        return candidates.isEmpty() ? "" : candidates.get(random.nextInt(candidates.size()));
    }

    private boolean isBelow(String name, String above) {
        if (name.equals(above)) {
            return true;
        }
        ClassPlan plan = classes.set().plans().get(name);
        return plan != null && isBelow(plan.superclass(), above);
    }

    private Object make(String name) {
        Object made = construct(classes.load(name));
        open.push(made);
        for (MemberPlan member : classes.set().members(name)) {
            fill(made, member);
        }
        open.pop();
        for (String each = name; !each.isEmpty(); each = plan(each).superclass()) {
            coverage.addAll(plan(each).constructs());
        }
        return made;
    }

    private ClassPlan plan(String name) {
        ClassPlan plan = classes.set().plans().get(name);
        if (plan == null) {
            throw new IllegalStateException("no class " + name);
        }
        return plan;
    }

    private void fill(Object bean, MemberPlan member) {
        required = false;
        boolean leave = random.nextInt(6) == 0;
        Object value = member.value().next(this);
        if (leave && !required) {
            return; // as the constructor left it
        }
        Field field = field(bean.getClass(), member.name());
        if (value instanceof Reference reference) {
            later.add(() -> refer(bean, field, member, reference));
        } else {
            put(bean, field, member, value);
        }
    }

    private void put(Object bean, Field field, MemberPlan member, @Nullable Object value) {
        Object held = value instanceof List<?> items ? collected(items, field.getType()) : value;
        if (held == null && field.getType().isPrimitive()) {
            return;
        }
        try {
            field.set(bean, held);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
        if (member.isCollection() && (held == null || (value instanceof List<?> list && list.isEmpty()))) {
            coverage.add(Construct.NULL_OR_EMPTY_LIST);
        } else if (held != null) {
            coverage.addAll(member.constructs());
        }
        if (value instanceof List<?> list && list.contains(null)) {
            coverage.add(Construct.NULL_ITEM);
        }
    }

    /** Converts items to the type of the field. */
    @SuppressWarnings("JdkObsolete") // what JAXB makes of a queue
    private static Object collected(List<?> items, Class<?> type) {
        if (type.isArray()) {
            Object array = Array.newInstance(type.getComponentType(), items.size());
            for (int i = 0; i < items.size(); i++) {
                Array.set(array, i, items.get(i));
            }
            return array;
        }
        Collection<Object> made = type == Set.class
                ? new LinkedHashSet<>()
                : type == SortedSet.class || type == TreeSet.class
                        ? new TreeSet<>()
                        : type == Queue.class ? new LinkedList<>() : new ArrayList<>();
        made.addAll(items);
        return made;
    }

    /** Returns null or some items. */
    @Nullable
    List<@Nullable Object> items(boolean nulls, MemberPlan.Value value) {
        if (random.nextInt(8) == 0) {
            return null;
        }
        List<@Nullable Object> items = new ArrayList<>();
        for (int remaining = random.nextInt(4); remaining > 0; remaining--) {
            Object item = value.next(this);
            if (item != null || (nulls && random.nextInt(3) == 0)) {
                items.add(item);
            }
        }
        return items;
    }

    Map<Object, @Nullable Object> map(String type, MemberPlan.Value value) {
        Map<Object, @Nullable Object> map = type.startsWith("TreeMap")
                ? new TreeMap<>()
                : type.startsWith("HashMap") ? new HashMap<>() : new java.util.LinkedHashMap<>();
        for (int remaining = random.nextInt(4); remaining > 0; remaining--) {
            map.put("key" + random.nextInt(5), value.next(this));
        }
        return map;
    }

    Map<QName, String> attributes() {
        Map<QName, String> attributes = new HashMap<>();
        for (int remaining = random.nextInt(3); remaining > 0; remaining--) {
            attributes.put(new QName("urn:o" + remaining, "other", "o"), Scalars.text(random));
        }
        return attributes;
    }

    /** Assigns an identifier to the object that is being filled. */
    String identifier() {
        required = true;
        keyed.add(open.element());
        return "id" + keyed.size();
    }

    /** A reference that is resolved when all objects exist. */
    private record Reference(String type, boolean many, int known) {}

    Object reference(String type) {
        return new Reference(type, false, keyed.size());
    }

    Object references(String type) {
        return new Reference(type, true, keyed.size());
    }

    private void refer(Object bean, Field field, MemberPlan member, Reference reference) {
        Class<?> type = reference.type().equals("Object") ? Object.class : classes.load(reference.type());
        List<Object> targets = keyed.stream().filter(type::isInstance).toList();
        List<Object> chosen = new ArrayList<>();
        for (int remaining = reference.many() ? random.nextInt(4) : 1;
                remaining > 0 && !targets.isEmpty();
                remaining--) {
            Object target = targets.get(random.nextInt(targets.size()));
            chosen.add(target);
            if (keyed.indexOf(target) >= reference.known()) {
                coverage.add(Construct.FORWARD_REFERENCE_TO_OBJECT);
            }
        }
        put(bean, field, member, reference.many() ? chosen : chosen.isEmpty() ? null : chosen.get(0));
    }

    /** Returns a word of a class with an adapter, which rejects some words. */
    Object word(String type) {
        String text = random.nextInt(8) == 0 ? "nobody" : random.nextInt(8) == 0 ? "unsaid" : Scalars.text(random);
        return word(type, text);
    }

    /** Returns a word that the adapter of its class accepts. */
    Object wordThatIsSaid(String type) {
        return word(type, Scalars.text(random));
    }

    private Object word(String type, String text) {
        try {
            return classes.load(type).getConstructor(String.class).newInstance(text);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    Object constant(String type) {
        Object[] constants = classes.load(type).getEnumConstants();
        return constants[random.nextInt(constants.length)];
    }

    /** Returns one of the declared elements; its value may be null. */
    @Nullable
    Object element(List<Declared> elements) {
        Declared declared = elements.get(random.nextInt(elements.size()));
        Object value = switch (declared.type()) {
            case "String" -> random.nextInt(8) == 0 ? null : Scalars.text(random);
            case "Integer" -> random.nextInt();
            default -> bean(declared.type());
        };
        QName name = new QName(classes.set().namespace(), declared.name());
        Class<?> type = switch (declared.type()) {
            case "String" -> String.class;
            case "Integer" -> Integer.class;
            default -> classes.load(declared.type());
        };
        return element(name, type, declared.scope().isEmpty() ? null : classes.load(declared.scope()), value);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // The class is only known at run time.
    private static Object element(QName name, Class<?> type, @Nullable Class<?> scope, @Nullable Object value) {
        return new JAXBElement(name, type, scope, value);
    }

    /** Returns a value that may replace any element. */
    @Nullable
    Object anything(boolean lax, boolean mixed) {
        int kind = random.nextInt(3);
        if (mixed && kind == 0) {
            return "text " + random.nextInt(9);
        }
        if (lax && kind == 1) {
            return bean("Leaf");
        }
        return tree();
    }

    private Element tree() {
        Document document = SafeXml.emptyDocument();
        Element element = document.createElementNS("urn:tree", "t:tree");
        element.setAttribute("at", Scalars.text(random));
        element.appendChild(document.createElementNS("urn:tree", "t:in"));
        element.appendChild(document.createTextNode("text"));
        return element;
    }

    private static Object construct(Class<?> type) {
        try {
            Constructor<?> constructor = type.getDeclaredConstructor();
            return constructor.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Field field(Class<?> type, String name) {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            for (Field field : each.getDeclaredFields()) {
                if (field.getName().equals(name) && !Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    return field;
                }
            }
        }
        throw new IllegalStateException("no field " + name + " in " + type);
    }
}
