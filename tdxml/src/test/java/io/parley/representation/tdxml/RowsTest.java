package io.parley.representation.tdxml;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.representation.Source;
import io.parley.representation.TypedMessages;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Tests the reader of rows, which compares each with the previous one, eight bytes at a time, against a reader that
 * parses each row with regular expressions.
 */
class RowsTest {
    private static final Pattern STEP = Pattern.compile("\\[(\\d+)](\\d*)");
    private static final Pattern ATTRIBUTE = Pattern.compile("\\((\\d+)\\)$");
    private static final int[] NUMBERS = {0, 1, 2, 10, 12, 120, Integer.MAX_VALUE};
    private static final String[] VALUES = {
        "",
        "a",
        "seven b",
        "eight by",
        "nine byte",
        "\t",
        "a\tb c d e f g h i j",
        "\\n",
        "\\\\N",
        "longer than eight &amp; so on",
        "\u00e9t\u00e9",
        "[0][0]|1"
    };

    @Test
    void everyRowIsReadAsIfItStoodAlone() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int run = 0; run < 300; run++) {
            check(random, "seed " + seed + ", run " + run);
        }
    }

    @Test
    void numbersThatBeginAlikeAreDifferentSteps() {
        List<String> keys =
                List.of("[0][1]1[2]", "[0][1]12[2]", "[0][1]12[2]0", "[0][12]1", "[0][1]", "[0][1](1)", "[0]1");
        String table = String.join("|\n", keys) + "|\n";
        try (Source source = source(table)) {
            Rows rows = rows(source);
            int[] shared = {0, 1, 2, 1, 1, 2, 0};
            for (int i = 0; i < shared.length; i++) {
                rows.advance();
                assertThat(rows.isInside(shared[i])).as(keys.get(i)).isTrue();
                assertThat(rows.isInside(shared[i] + 1)).as(keys.get(i)).isFalse();
            }
        }
    }

    private static void check(Random random, String seed) {
        List<String> keys = new ArrayList<>();
        List<String> values = new ArrayList<>();
        StringBuilder table = new StringBuilder();
        String ending = random.nextBoolean() ? "\n" : "\r\n";
        String key = "[0]";
        for (int i = random.nextInt(40); i >= 0; i--) {
            key = next(key, random);
            keys.add(key);
            values.add(VALUES[random.nextInt(VALUES.length)]);
            table.append(key).append('|').append(values.get(values.size() - 1)).append(ending);
        }
        try (Source source = source(table.toString())) {
            Rows rows = rows(source);
            String before = "";
            for (int i = 0; i < keys.size(); i++) {
                rows.advance();
                expect(rows, before, keys.get(i), values.get(i), seed + ", row " + i);
                before = keys.get(i);
            }
            rows.advance();
            assertThat(rows.ended()).as(seed).isTrue();
        }
    }

    /** Returns a key that shares some steps with the previous one. */
    private static String next(String before, Random random) {
        Matcher steps = STEP.matcher(before);
        StringBuilder key = new StringBuilder("[0]");
        steps.find();
        while (steps.find() && random.nextInt(4) > 0) {
            key.append(steps.group());
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            key.append('[').append(NUMBERS[random.nextInt(NUMBERS.length)]).append(']');
            if (random.nextBoolean()) {
                key.append(NUMBERS[random.nextInt(NUMBERS.length)]);
            }
        }
        return random.nextInt(5) > 0
                ? key.toString()
                : key.append('(').append(random.nextInt(12)).append(')').toString();
    }

    private static void expect(Rows rows, String before, String key, String value, String as) {
        List<String> steps = steps(key);
        assertThat(rows.depth()).as(as).isEqualTo(steps.size());
        for (int i = 0; i < steps.size(); i++) {
            Matcher step = STEP.matcher(steps.get(i));
            assertThat(step.matches()).isTrue();
            assertThat(rows.number(i)).as(as).isEqualTo(Integer.parseInt(step.group(1)));
            assertThat(rows.occurrence(i))
                    .as(as)
                    .isEqualTo(step.group(2).isEmpty() ? Rows.NONE : Integer.parseInt(step.group(2)));
        }
        Matcher attribute = ATTRIBUTE.matcher(key);
        assertThat(rows.attribute())
                .as(as)
                .isEqualTo(attribute.find() ? Integer.parseInt(attribute.group(1)) : Rows.NONE);
        int shared = 0;
        List<String> earlier = steps(before);
        while (shared < Math.min(earlier.size(), steps.size())
                && earlier.get(shared).equals(steps.get(shared))) {
            shared++;
        }
        assertThat(rows.isInside(shared)).as(as).isTrue();
        assertThat(rows.isInside(shared + 1)).as(as).isFalse();
        assertThat(rows.key()).as(as).isEqualTo(key);
        String plain = value.replace("\\\\", "\u0001").replace("\\n", "\n").replace('\u0001', '\\');
        assertThat(rows.value()).as(as).isEqualTo(plain.replace("&amp;", "&"));
    }

    private static List<String> steps(String key) {
        return STEP.matcher(key).results().map(found -> found.group()).toList();
    }

    private static Rows rows(Source source) {
        return new Rows(new TaggedText(source, "CT", "table"), source);
    }

    private static Source source(String table) {
        return TypedMessages.source((table + "</TDXML:CT>").getBytes(StandardCharsets.UTF_8));
    }
}
