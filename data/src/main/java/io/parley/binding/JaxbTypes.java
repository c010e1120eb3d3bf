package io.parley.binding;

import io.parley.layout.ComplexLayout;
import io.parley.layout.SimpleLayout;
import io.parley.layout.Slot;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Classes of a JAXB context, each bound to a layout once for all parts. If a class turns out not to fit after others
 * have referred to it, the current plan is restarted without it, so that no plan ever refers to a declined class.
 * Belongs to one thread at a time.
 */
final class JaxbTypes {
    /** Greatest number of types for which code is generated at once. For others it is generated on first use. */
    private static final int MAX_PREPARED = 100;

    private final JaxbModel model;
    private final JaxbXml xml;
    private final RecordTypes records = new RecordTypes(false);
    private final Map<Pair, UnbindableException> declined = new HashMap<>();
    /** Bound types that are complete, with all reachable types. */
    private final Map<Pair, BoundType> bound = new HashMap<>();
    /** Types created by the current plan. */
    private final Map<Pair, BoundType> fresh = new LinkedHashMap<>();
    /** Types without slots as yet. A queue, since types may refer to each other over any number of steps. */
    private final Deque<Open> open = new ArrayDeque<>();

    private TypeNotes notes = new TypeNotes();
    private int prepared;

    JaxbTypes(JaxbModel model, JaxbXml xml) {
        this.model = model;
        this.xml = xml;
    }

    private record Pair(Class<?> type, ComplexLayout layout) {}

    private record Open(Pair pair, BoundType type) {}

    /** Factory of a plan, which is repeated until the plan refers to no declined class. */
    @FunctionalInterface
    interface Plan<T> {
        T make() throws UnbindableException;
    }

    /**
     * Creates a plan with all types that are reachable from it.
     *
     * @param planNotes receives the notes on the plan itself
     */
    <T> T settle(Plan<T> plan, TypeNotes planNotes) throws UnbindableException {
        try {
            while (true) {
                fresh.clear();
                notes = planNotes;
                T result = plan.make();
                if (completeAll()) {
                    TypeFacts.settle(fresh.values());
                    prepareSome();
                    bound.putAll(fresh);
                    return result;
                }
            }
        } finally {
            fresh.clear();
            open.clear();
        }
    }

    /**
     * Generates the code of the first types, which are all types of an ordinary contract, so that the first calls do
     * not have to wait.
     */
    private void prepareSome() {
        for (BoundType type : fresh.values()) {
            if (prepared < MAX_PREPARED && type instanceof JaxbType bean) {
                bean.prepare();
                prepared++;
            }
        }
    }

    /** Completes all open types. Returns whether all classes fit. */
    private boolean completeAll() {
        boolean all = true;
        while (!open.isEmpty()) {
            Open next = open.remove();
            try {
                notes = next.type().notes();
                complete(next.type());
            } catch (UnbindableException e) {
                declined.put(next.pair(), e);
                all = false;
            }
        }
        return all;
    }

    private void complete(BoundType type) throws UnbindableException {
        if (type instanceof ArrayType array) {
            array.match(this);
            if (array.hasNulls()) {
                noteSome(array.path(), "JAXB writes an array that has a null in it");
            }
        } else if (type instanceof JaxbType bean) {
            notes.created(bean.bean().type());
            new JaxbMatcher(this, bean).match();
            bean.substitutes(substitutes(bean.layout()));
        }
    }

    JaxbModel model() {
        return model;
    }

    JaxbXml xml() {
        return xml;
    }

    /** Records a place that is sent as infoset without creating beans. */
    void noteWithoutBeans(String path, String reason) {
        notes.place(new Binding.Untyped(path, reason));
    }

    /** Records a place that is sent as infoset. */
    void note(String path, String reason) {
        Binding.Untyped place = new Binding.Untyped(path, reason);
        notes.place(place);
        notes.beans(place);
    }

    /** Records a typed place of which some objects are sent as infoset. */
    void noteSome(String path, String reason) {
        notes.beans(new Binding.Untyped(path, reason));
    }

    /** Returns the class bound to that type. */
    BoundType of(Class<?> type, ComplexLayout layout) throws UnbindableException {
        Pair pair = new Pair(type, layout);
        UnbindableException reason = declined.get(pair);
        if (reason != null) {
            throw reason;
        }
        BoundType known = bound.get(pair);
        if (known == null) {
            known = fresh.get(pair);
        }
        if (known == null) {
            known = create(pair);
            fresh.put(pair, known);
            open.add(new Open(pair, known));
        }
        return known;
    }

    private BoundType create(Pair pair) throws UnbindableException {
        if (pair.layout().content() instanceof ComplexLayout.Content.Infoset infoset) {
            throw new UnbindableException(infoset.reason());
        }
        return ItemArrays.isItems(pair.type())
                ? new ArrayType(pair.layout(), pair.type())
                : new JaxbType(pair.layout(), model.bean(pair.type()), model);
    }

    /** Returns the model of a class whose objects will be created. */
    BeanModel beanOf(Class<?> type) throws UnbindableException {
        BeanModel bean = model.bean(type);
        notes.created(type);
        return bean;
    }

    /** Returns the conversion of single values of a class. */
    Conversion value(Class<?> java, SimpleLayout layout, @Nullable QName schemaType) throws UnbindableException {
        Conversion bean = TextBean.of(java, layout, this);
        return bean == null ? Conversions.of(java, layout, schemaType) : bean;
    }

    /** Returns the conversion of a collection whose items form one text. */
    Conversion items(Class<?> item, SimpleLayout layout, @Nullable QName schemaType) throws UnbindableException {
        return Conversions.ofItems(item, layout, each -> value(item, each, schemaType));
    }

    /** Returns a type without a class, whose typed content is read as a record. */
    BoundType record(ComplexLayout layout) {
        return records.of(layout);
    }

    /** Returns an element without a class. */
    BoundSlot record(Slot.Element element) {
        return records.root(element);
    }

    private List<BoundType> substitutes(ComplexLayout layout) {
        List<BoundType> substitutes = new ArrayList<>();
        List<QName> names = JaxbType.names(layout);
        for (int i = 0; i < names.size(); i++) {
            ComplexLayout substitute = (ComplexLayout) layout.substitutes().get(i);
            substitutes.add(substitute(names.get(i), substitute));
        }
        return substitutes;
    }

    private BoundType substitute(QName name, ComplexLayout layout) {
        Class<?> type = model.ofType(name);
        if (type == null) {
            return record(layout);
        }
        try {
            return of(type, layout);
        } catch (UnbindableException e) {
            note(name.getLocalPart(), e.reason());
            return record(layout);
        }
    }
}
