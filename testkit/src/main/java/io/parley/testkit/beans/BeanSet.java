package io.parley.testkit.beans;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A package of JAXB classes that belong together, as sources. Immutable. */
public final class BeanSet {
    /** The class that has the root element. */
    static final String ROOT = "Root";

    /** The class that declares elements. */
    static final String FACTORY = "ObjectFactory";

    private final String packageName;
    private final String namespace;
    private final Map<String, String> sources;
    private final Map<String, ClassPlan> plans;

    /**
     * @param namespace of their elements and types
     * @param sources by simple class name
     * @param plans what the members of each class hold
     */
    BeanSet(String packageName, String namespace, Map<String, String> sources, Map<String, ClassPlan> plans) {
        this.packageName = packageName;
        this.namespace = namespace;
        this.sources = new TreeMap<>(sources);
        this.plans = new TreeMap<>(plans);
    }

    public String packageName() {
        return packageName;
    }

    String namespace() {
        return namespace;
    }

    Map<String, String> sources() {
        return sources;
    }

    Map<String, ClassPlan> plans() {
        return plans;
    }

    /** The members of a class and of those above it in the package, the highest first. */
    List<MemberPlan> members(String className) {
        ClassPlan plan = plans.get(className);
        if (plan == null) {
            return List.of();
        }
        List<MemberPlan> all = new ArrayList<>(members(plan.superclass()));
        all.addAll(plan.members());
        return all;
    }

    /** All sources in one text. */
    public String text() {
        return String.join("\n", sources.values());
    }
}
