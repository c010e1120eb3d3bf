package io.parley.testkit.beans;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The sources of a package of JAXB classes. Immutable. */
public final class BeanSet {
    /** Name of the class with the root element. */
    static final String ROOT = "Root";

    /** Name of the class that declares elements. */
    static final String FACTORY = "ObjectFactory";

    private final String packageName;
    private final String namespace;
    private final Map<String, String> sources;
    private final Map<String, ClassPlan> plans;

    /**
     * Creates a package.
     *
     * @param namespace of the elements and types
     * @param sources by simple class name
     * @param plans the members of each class
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

    /** Returns the members of a class and of its superclasses in the package, the highest first. */
    List<MemberPlan> members(String className) {
        ClassPlan plan = plans.get(className);
        if (plan == null) {
            return List.of();
        }
        List<MemberPlan> all = new ArrayList<>(members(plan.superclass()));
        all.addAll(plan.members());
        return all;
    }

    /** Returns all sources in one text. */
    public String text() {
        return String.join("\n", sources.values());
    }
}
