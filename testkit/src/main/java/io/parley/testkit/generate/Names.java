package io.parley.testkit.generate;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;

/** Names of members that differ even after JAXB's mapping to Java names. */
final class Names {
    private static final List<String> WORDS = List.of(
            "item", "Name", "count", "price", "unit", "street", "Zip", "flag", "code", "note", "line", "total", "when",
            "größe", "naïve", "x.y-z_1", "class", "int", "package", "default", "漢字", "_under", "key", "part", "left");
    private final Set<String> used = new HashSet<>();
    private final String suffix;

    Names() {
        this("");
    }

    /** Creates names with a suffix that no others have. */
    Names(String suffix) {
        this.suffix = suffix;
    }

    /** Creates names that continue those of another. */
    Names(Names others) {
        this(others.suffix);
        used.addAll(others.used);
    }

    /** Reserves a given name and returns whether it was unused. */
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
