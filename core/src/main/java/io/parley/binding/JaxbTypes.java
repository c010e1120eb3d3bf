package io.parley.binding;

import io.parley.layout.ComplexLayout;
import io.parley.layout.SimpleLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Ties classes to layouts, with all that they reach. A class that turns out not to fit after others have referred to
 * it makes the work begin anew without it, so no plan ever refers to a class that was declined. For one thread.
 */
final class JaxbTypes {
    private final JaxbModel model;
    private final JaxbXml xml;
    private final RecordTypes records = new RecordTypes();
    private final Map<Pair, Declined> declined = new HashMap<>();
    private final Map<Pair, BoundType> types = new LinkedHashMap<>();
    /** The classes whose objects are made here and not by JAXB. */
    private final Set<Class<?>> made = new LinkedHashSet<>();

    private final Set<Binding.Untyped> report = new LinkedHashSet<>();
    private final Set<String> interpreted = new LinkedHashSet<>();
    private Binding.@Nullable Untyped beans;
    private boolean stale;

    JaxbTypes(JaxbModel model, JaxbXml xml) {
        this.model = model;
        this.xml = xml;
    }

    private record Pair(Class<?> type, ComplexLayout layout) {}

    /** What a plan is made of, once nothing it refers to is declined any more. */
    @FunctionalInterface
    interface Plan<T> {
        T make() throws Declined;
    }

    <T> T settle(Plan<T> plan) throws Declined {
        while (true) {
            stale = false;
            types.clear();
            made.clear();
            report.clear();
            interpreted.clear();
            beans = null;
            T made = plan.make();
            if (!stale) {
                return made;
            }
        }
    }

    JaxbModel model() {
        return model;
    }

    JaxbXml xml() {
        return xml;
    }

    List<Binding.Untyped> report() {
        return List.copyOf(report);
    }

    /** Says that no object of the application's classes comes of what travels as infoset there. */
    void noteWithoutBeans(String path, String reason) {
        report.add(new Binding.Untyped(path, reason));
    }

    /** Says that a place travels as infoset. */
    void note(String path, String reason) {
        Binding.Untyped place = new Binding.Untyped(path, reason);
        report.add(place);
        beans = beans == null ? place : beans;
    }

    /** Says that some objects of a place that is typed travel as infoset. */
    void noteSome(String path, String reason) {
        beans = beans == null ? new Binding.Untyped(path, reason) : beans;
    }

    /**
     * Why JAXB must read what comes as a whole: callbacks are its to make, and what is cut out of a message and read by
     * itself must not have to do with the rest of it. Empty if nothing speaks against reading it piece by piece.
     */
    String whyWhole() {
        for (Class<?> each : made) {
            String callback = WholeMessage.callbackOf(each);
            if (!callback.isEmpty()) {
                return callback;
            }
        }
        String need = model.wholeMessage();
        if (need.isEmpty()) {
            return "";
        }
        if (beans != null) {
            return need + ", and " + beans.path() + " would be cut out of the message: " + beans.reason();
        }
        for (BoundType type : types.values()) {
            String why = type instanceof JaxbType bean ? whyWhole(bean, need) : "";
            if (!why.isEmpty()) {
                return why;
            }
        }
        return "";
    }

    private String whyWhole(JaxbType type, String need) {
        for (Class<?> below : model.below(type.bean().type())) {
            if (type.indexOf(below) < 0) {
                return need + ", and " + below.getName() + ", which may stand in the place of " + type.path()
                        + ", would be cut out of the message: the layout has no such type";
            }
        }
        return "";
    }

    /** Why objects that are made here are reached by method handles though generated code was asked for. */
    List<String> interpreted() {
        Set<String> reasons = new LinkedHashSet<>(interpreted);
        for (Class<?> each : made) {
            reasons.addAll(model.interpreted(each));
        }
        return List.copyOf(reasons);
    }

    /** The class as that type. */
    BoundType of(Class<?> type, ComplexLayout layout) throws Declined {
        Pair pair = new Pair(type, layout);
        Declined reason = declined.get(pair);
        if (reason != null) {
            throw reason;
        }
        BoundType known = types.get(pair);
        if (known != null) {
            return known;
        }
        try {
            return PartForm.isItems(type) ? array(pair) : bean(pair);
        } catch (Declined e) {
            declined.put(pair, e);
            types.remove(pair);
            stale = true;
            throw e;
        }
    }

    private BoundType bean(Pair pair) throws Declined {
        JaxbType type = new JaxbType(pair.layout(), beanOf(pair.type()), model);
        types.put(pair, type);
        new JaxbMatcher(this, type).match();
        String unwalked = type.generateWalk();
        if (!unwalked.isEmpty()) {
            interpreted.add(unwalked);
        }
        type.substitutes(substitutes(pair.layout()));
        return type;
    }

    /** The model of a class whose objects are going to be made here. */
    BeanModel beanOf(Class<?> type) throws Declined {
        BeanModel bean = model.bean(type);
        made.add(type);
        return bean;
    }

    private BoundType array(Pair pair) throws Declined {
        ArrayType type = new ArrayType(pair.layout(), pair.type());
        types.put(pair, type);
        type.match(this);
        if (!pair.type().getComponentType().isPrimitive()) {
            noteSome(type.path(), "JAXB writes an array that has a null in it");
        }
        return type;
    }

    /** The conversion of single values of a class. */
    Conversion value(Class<?> java, SimpleLayout layout, @Nullable QName schemaType) throws Declined {
        Conversion bean = TextBean.of(java, layout, this);
        return bean == null ? Conversions.of(java, layout, schemaType) : bean;
    }

    /** The conversion of a collection whose items are one text. */
    Conversion items(Class<?> item, SimpleLayout layout, @Nullable QName schemaType) throws Declined {
        return Conversions.ofItems(item, layout, each -> value(item, each, schemaType));
    }

    /** The type without a class: what comes typed all the same is read as a record. */
    BoundType record(ComplexLayout layout) {
        return records.of(layout);
    }

    private List<BoundType> substitutes(ComplexLayout layout) throws Declined {
        List<BoundType> substitutes = new ArrayList<>();
        List<QName> names = JaxbType.names(layout);
        for (int i = 0; i < names.size(); i++) {
            ComplexLayout substitute = (ComplexLayout) layout.substitutes().get(i);
            substitutes.add(substitute(names.get(i), substitute));
        }
        return substitutes;
    }

    private BoundType substitute(QName name, ComplexLayout layout) throws Declined {
        Class<?> type = model.ofType(name);
        if (type == null) {
            return record(layout);
        }
        try {
            return of(type, layout);
        } catch (Declined e) {
            note(name.getLocalPart(), e.reason());
            return record(layout);
        }
    }
}
