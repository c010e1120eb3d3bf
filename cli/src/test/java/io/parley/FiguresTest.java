package io.parley;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Tests that the figures in docs/architecture.md are close to those of {@code ./figures}; {@code -Dparley.pages=write}
 * updates the page.
 */
class FiguresTest {
    private static final Path HOME = Path.of("..");
    private static final Path PAGE = HOME.resolve("docs/architecture.md");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| ([^|]+) \\| ([^|]+) \\| ([^|]+) \\|$");
    private static final Pattern NUMBER = Pattern.compile("[0-9.]+");
    private static final double MOST_OFF = 0.1;

    @Test
    void thePageHasTheFiguresOfThisTree() throws IOException {
        Map<String, String> now = Figures.of(HOME).all();
        String page = Files.readString(PAGE);
        int from = page.indexOf("| figure | before | now |");
        String table = page.substring(from);
        Map<String, String> listed = new TreeMap<>();
        ROW.matcher(table).results().skip(1).forEach(row -> listed.put(row.group(1), row.group(3)));
        if ("write".equals(System.getProperty("parley.pages"))) {
            Files.writeString(PAGE, page.substring(0, from) + written(table, now));
            return;
        }
        listed.values().removeIf("–"::equals);
        assertThat(listed.keySet()).containsExactlyElementsOf(new TreeMap<>(now).keySet());
        listed.forEach((figure, value) -> assertThat(isAbout(value, now.get(figure)))
                .as("%s: %s, found %s", figure, value, now.get(figure))
                .isTrue());
    }

    /** Returns the table with the current figures; a new row has no earlier figure. */
    private static String written(String table, Map<String, String> now) {
        Map<String, String> rows = new TreeMap<>();
        now.forEach((figure, value) -> rows.put(figure, "| " + figure + " | – | " + value + " |"));
        List<MatchResult> there = ROW.matcher(table).results().skip(1).toList();
        for (MatchResult row : there) {
            String value = now.getOrDefault(row.group(1), "–");
            rows.put(row.group(1), "| " + row.group(1) + " | " + row.group(2) + " | " + value + " |");
        }
        return table.substring(0, there.get(0).start())
                + String.join("\n", rows.values())
                + table.substring(there.get(there.size() - 1).end());
    }

    private static boolean isAbout(String listed, String found) {
        Matcher first = NUMBER.matcher(listed);
        Matcher second = NUMBER.matcher(found);
        while (first.find()) {
            double expected = Double.parseDouble(first.group());
            if (!second.find()
                    || Math.abs(Double.parseDouble(second.group()) - expected) > Math.max(1, MOST_OFF * expected)) {
                return false;
            }
        }
        return true;
    }
}
