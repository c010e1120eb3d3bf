package io.parley.testkit.beans;

import io.parley.testkit.generate.Construct;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** A builder of the source of one class; the kind of access to its members is random. */
final class ClassSource {
    private enum Access {
        FIELD(Construct.FIELD_ACCESS),
        PROPERTY(Construct.PROPERTY_ACCESS),
        PUBLIC_MEMBER(Construct.PUBLIC_MEMBER_ACCESS),
        NONE(Construct.NO_ACCESS_BUT_ANNOTATED);

        private final Construct construct;

        Access(Construct construct) {
            this.construct = construct;
        }
    }

    private final Random random;
    private final String packageName;
    private final String name;
    private Access access;
    private final List<String> annotations = new ArrayList<>();
    private final List<MemberPlan> members = new ArrayList<>();
    private final Set<Construct> constructs;
    private final StringBuilder code = new StringBuilder();
    private final StringBuilder body = new StringBuilder();
    private final List<ClassSource> nested = new ArrayList<>();
    private String superclass = "";
    private String arguments = "";
    private String parameter = "";
    private boolean isAbstract;

    ClassSource(Random random, String packageName, String name) {
        this.random = random;
        this.packageName = packageName;
        this.name = name;
        this.access = Access.values()[random.nextInt(Access.values().length)];
        this.constructs = EnumSet.of(access.construct);
    }

    String name() {
        return name;
    }

    /** Uses the kind of access of another class; to be called before members are added. */
    ClassSource like(ClassSource other) {
        constructs.remove(access.construct);
        access = other.access;
        constructs.add(access.construct);
        return this;
    }

    ClassSource annotated(String annotation) {
        annotations.add(annotation);
        return this;
    }

    ClassSource root() {
        return annotated("@XmlRootElement");
    }

    ClassSource abstractly() {
        isAbstract = true;
        return this;
    }

    ClassSource below(String above) {
        superclass = above;
        return this;
    }

    ClassSource below(String above, String with) {
        arguments = with;
        return below(above);
    }

    ClassSource parameter() {
        parameter = "<T>";
        return abstractly();
    }

    ClassSource nested(ClassSource inner) {
        nested.add(inner);
        return this;
    }

    ClassSource code(String text) {
        code.append("    ").append(text).append('\n');
        return this;
    }

    ClassSource with(Construct construct) {
        constructs.add(construct);
        return this;
    }

    ClassSource members(List<MemberPlan> more) {
        more.forEach(each -> members.add(written(each)));
        return this;
    }

    ClassSource members(Members kinds, int count) {
        return members(kinds, count, "member");
    }

    /** Adds members of random kinds, except those whose name a class has already. */
    ClassSource members(Members kinds, int count, String prefix) {
        Set<String> names = new HashSet<>();
        for (int i = 1; i <= count; i++) {
            MemberPlan member = kinds.next(prefix + i);
            if (names.add(member.name()) && (member.name().startsWith(prefix) || name.equals("Root"))) {
                members.add(written(member));
            }
        }
        return this;
    }

    void addTo(Map<String, ClassPlan> plans) {
        plans.put(name, new ClassPlan(name, superclass, isAbstract, members, constructs));
        nested.forEach(each -> each.addTo(plans));
    }

    /** Returns the beginning of every source. */
    static String head(String packageName) {
        return "package " + packageName + ";\n\n"
                + "import jakarta.xml.bind.*;\nimport jakarta.xml.bind.annotation.*;\n"
                + "import jakarta.xml.bind.annotation.adapters.*;\nimport java.math.*;\nimport java.net.*;\n"
                + "import java.util.*;\nimport javax.xml.datatype.*;\nimport javax.xml.namespace.QName;\n\n";
    }

    String text() {
        return head(packageName) + declaration(false);
    }

    private String declaration(boolean inside) {
        StringBuilder text = new StringBuilder();
        annotations.forEach(each -> text.append(each).append('\n'));
        text.append("@XmlAccessorType(XmlAccessType.").append(access).append(")\n");
        order().forEach(each -> text.append(each).append('\n'));
        text.append("public ").append(inside ? "static " : "").append(isAbstract ? "abstract " : "");
        text.append("class ").append(name.substring(name.indexOf('.') + 1)).append(parameter);
        text.append(superclass.isEmpty() ? "" : " extends " + superclass + arguments)
                .append(" {\n");
        text.append(body).append(code);
        nested.forEach(each -> text.append(each.declaration(true).indent(4)));
        return text.append("}\n").toString();
    }

    private List<String> order() {
        if (superclass.equals("Hidden") || random.nextInt(3) > 0) {
            return List.of();
        }
        constructs.add(Construct.PROPERTY_ORDER);
        if (random.nextBoolean()) {
            return List.of("@XmlAccessorOrder(XmlAccessOrder.ALPHABETICAL)");
        }
        List<String> names = new ArrayList<>();
        members.stream().filter(MemberPlan::inOrder).forEach(each -> names.add("\"" + each.name() + "\""));
        Collections.shuffle(names, random);
        return List.of("@XmlType(propOrder = {" + String.join(", ", names) + "})");
    }

    /** Writes a member as the class's kind of access requires. */
    private MemberPlan written(MemberPlan plan) {
        boolean byMethods = access == Access.PROPERTY || (access != Access.FIELD && random.nextBoolean());
        boolean noSetter = byMethods && plan.type().startsWith("List<") && random.nextInt(3) == 0;
        MemberPlan member = (noSetter || access == Access.NONE) && !isMarked(plan) ? marked(plan) : plan;
        String initial = member.initial().isEmpty() ? "" : " = " + member.initial();
        String declared = member.type() + " " + member.name() + initial + ";\n";
        if (!byMethods) {
            String visibility = access == Access.PUBLIC_MEMBER
                    ? "public "
                    : List.of("", "private ", "protected ", "public ").get(random.nextInt(4));
            member.annotations().forEach(each -> line(each));
            line(visibility + declared);
            return member;
        }
        line("private " + declared);
        methods(member, noSetter);
        return noSetter ? member.with(Construct.LIST_WITHOUT_SETTER) : member;
    }

    private void methods(MemberPlan member, boolean noSetter) {
        String name = member.name();
        String suffix = Character.toUpperCase(name.charAt(0)) + name.substring(1);
        boolean twice = !noSetter && member.type().equals("boolean") && random.nextInt(3) == 0;
        boolean annotateSetter = !noSetter && (twice || random.nextInt(4) == 0);
        boolean asked = member.type().equals("boolean") || random.nextInt(8) == 0;
        List<String> overloads = noSetter ? List.of() : overloads(member.type());
        int before = random.nextInt(overloads.size() + 1);
        overloads.subList(0, before).forEach(type -> overload(suffix, type));
        if (twice) {
            line("public boolean get" + suffix + "() { return " + name + "; }");
        }
        if (!annotateSetter) {
            member.annotations().forEach(this::line);
        }
        line("public " + member.type() + (asked ? " is" : " get") + suffix + "() {");
        if (noSetter) {
            line("    if (" + name + " == null) { " + name + " = new ArrayList<>(); }");
        }
        line("    return " + name + ";\n    }");
        if (annotateSetter) {
            member.annotations().forEach(this::line);
        }
        if (!noSetter) {
            boolean several = member.isArray() && random.nextBoolean();
            String taken = several ? member.type().replaceAll("\\[]$", "...") : member.type();
            line("public void set" + suffix + "(" + taken + " value) { " + name + " = value; }\n");
        }
        overloads.subList(before, overloads.size()).forEach(type -> overload(suffix, type));
    }

    /** Returns the types of overloaded setters, which differ from the getter's. */
    private List<String> overloads(String type) {
        if (random.nextInt(3) > 0) {
            return List.of();
        }
        List<String> types =
                new ArrayList<>(List.of("String", "Object", "int", "Integer", "long", "Double", "Object[]"));
        types.remove(type.equals("T") ? "Object" : type);
        Collections.shuffle(types, random);
        return types.subList(0, 1 + random.nextInt(3));
    }

    private void overload(String suffix, String type) {
        line("public void set" + suffix + "(" + type
                + " other) { throw new IllegalStateException(\"not the setter\"); }");
    }

    private void line(String text) {
        body.append("    ").append(text).append('\n');
    }

    /** Returns whether an annotation already determines how JAXB treats a member. */
    private static boolean isMarked(MemberPlan plan) {
        return !plan.annotations().isEmpty();
    }

    private static MemberPlan marked(MemberPlan plan) {
        return plan.with(plan.type().contains("Map<") ? "@XmlElementWrapper" : "@XmlElement");
    }
}
