package io.parley.testkit.beans;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Random small changes of a package of classes, as between two versions of a contract. Seeded. */
final class BeanEdits {
    private static final String FIELD = "(?<=\\n    )((?:private |protected |public )?";
    private static final List<Edit> ALL = List.of(
            new Edit("not nillable", "nillable = true", "nillable = false"),
            new Edit("nillable", "nillable = false", "nillable = true"),
            new Edit("required", "@XmlElement\\(", "@XmlElement(required = true, "),
            new Edit("required", FIELD + "\\w+ \\w+;)", "@XmlElement(required = true) $1"),
            new Edit("nillable", FIELD + "\\w+ \\w+;)", "@XmlElement(nillable = true) $1"),
            new Edit("nillable", FIELD + "List<\\w+> \\w+;)", "@XmlElement(nillable = true) $1"),
            new Edit("default", "@XmlElement\\(", "@XmlElement(defaultValue = \"7\", "),
            new Edit("default", FIELD + "String \\w+;)", "@XmlElement(defaultValue = \"a  b\") $1"),
            new Edit("default", FIELD + "\\w+ \\w+;)", "@XmlElement(defaultValue = \"7\") $1"),
            new Edit("default", FIELD + "byte\\[\\] \\w+;)", "@XmlElement(defaultValue = \"AQID\") $1"),
            new Edit("default", "@XmlList(?=\\n)", "@XmlList @XmlElement(defaultValue = \"7 8\")"),
            new Edit("token", FIELD + "(?:List<String>|String) \\w+;)", "@XmlSchemaType(name = \"token\") $1"),
            new Edit(
                    "collapsed",
                    FIELD + "(?:List<String>|String) \\w+;)",
                    "@XmlJavaTypeAdapter(CollapsedStringAdapter.class) $1"),
            new Edit("another constant", "public enum (\\w+) \\{", "public enum $1 { FIRST,"),
            new Edit("a constant less", "\\s@XmlEnumValue\\(\"(?:dark blue|-20)\"\\)\\s+\\w+,?", " "),
            new Edit("another value", "@XmlEnumValue\\(\"dark blue\"\\)", "@XmlEnumValue(\"blue\")"),
            new Edit("no order", "@XmlType\\(propOrder = [^)]*\\)", ""),
            new Edit("sorted", "@XmlAccessorOrder\\(XmlAccessOrder.ALPHABETICAL\\)", ""),
            new Edit("no known subclass", "@XmlSeeAlso\\([^)]*\\)", ""));

    /** Edits of all occurrences in a class, so that accessors still fit. */
    private static final List<Edit> WHOLE = List.of(
            new Edit("boxed", "\\bint\\b", "Integer"),
            new Edit("primitive", "(?<![<(])Integer(?![>.])", "int"),
            new Edit("boxed", "\\bdouble\\b", "Double"),
            new Edit("boxed", "\\bboolean\\b", "Boolean"),
            new Edit("boxed", "\\blong\\b", "Long"),
            new Edit("wider", "\\bInteger\\b", "Long"),
            new Edit("text", "\\bQName\\b(?!;)", "String"),
            new Edit("text", "\\bColour\\b", "String"),
            new Edit("collection", "(?<!new )(?<!Array)List<", "Collection<"));

    private final Random random;

    BeanEdits(long seed) {
        this.random = new Random(seed);
    }

    /**
     * A kind of change.
     *
     * @param at pattern of a place where it is possible
     * @param by replacement
     */
    private record Edit(String name, Pattern at, String by) {
        Edit(String name, String at, String by) {
            this(name, Pattern.compile(at), by);
        }
    }

    /** A changed package, which may be one that Java or JAXB refuses. */
    record Edited(String what, BeanSet set) {}

    /** Returns a package with one change. */
    Edited next(BeanSet set) {
        List<String> names = new ArrayList<>(set.plans().keySet());
        names.removeIf(name -> !set.sources().containsKey(name));
        names.addAll(List.of("Colour", "Size"));
        while (true) {
            String name = names.get(random.nextInt(names.size()));
            boolean whole = random.nextInt(4) == 0;
            List<Edit> edits = whole ? WHOLE : ALL;
            Edit edit = edits.get(random.nextInt(edits.size()));
            String source = set.sources().get(name);
            String changed = whole ? edit.at().matcher(source).replaceAll(edit.by()) : once(edit, source);
            if (!changed.equals(source)) {
                Map<String, String> sources = new TreeMap<>(set.sources());
                sources.put(name, changed);
                return new Edited(
                        edit.name() + " in " + name,
                        new BeanSet(set.packageName(), set.namespace(), sources, set.plans()));
            }
        }
    }

    private String once(Edit edit, String source) {
        List<MatchResult> places = edit.at().matcher(source).results().toList();
        if (places.isEmpty()) {
            return source;
        }
        int chosen = random.nextInt(places.size());
        AtomicInteger at = new AtomicInteger();
        return edit.at()
                .matcher(source)
                .replaceAll(
                        match -> at.getAndIncrement() == chosen ? edit.by() : Matcher.quoteReplacement(match.group()));
    }
}
