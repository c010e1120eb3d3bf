package io.parley.testkit.generate;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;

/** Names of members that differ even after Java's rules have been applied to them. */
final class Names {
    private static final List<String> WORDS = List.of(
            "item", "Name", "count", "price", "unit", "street", "Zip", "flag", "code", "note", "line", "total", "when",
            "größe", "naïve", "x.y-z_1", "class", "int", "package", "default", "漢字", "_under", "key", "part", "left");
    private final Set<String> used = new HashSet<>();
    private final String suffix;

    Names() {
        this("");
    }

    /** Names that end in something that no others do. */
    Names(String suffix) {
        this.suffix = suffix;
    }

    /** Starts with those that another has used. */
    Names(Names others) {
        this(others.suffix);
        used.addAll(others.used);
    }

    /** Whether this is the first claim of a name that somebody else gave. */
    boolean claim(String name) {
        return used.add(name);
    }

    String next(Random random) {
        String word = WORDS.get(random.nextInt(WORDS.size()));
        String name = word + suffix;
        for (int i = 2; !used.add(javaForm(name)); i++) {
            name = word + i + suffix;
        }
        return name;
    }

    static boolean isKeyword(String name) {
        return List.of("class", "int", "package", "default").contains(name);
    }

    static boolean isBeyondAscii(String name) {
        return name.chars().anyMatch(c -> c > 127);
    }

    private static String javaForm(String name) {
        return name.replaceAll("[._-]", "").toLowerCase(Locale.ROOT);
    }
}
