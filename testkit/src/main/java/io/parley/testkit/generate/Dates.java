package io.parley.testkit.generate;

import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Generates texts of the types of dates, times and durations. */
final class Dates {
    static final Set<Construct> CONSTRUCTS = EnumSet.range(Construct.DATE_TIME, Construct.DURATION);

    private final Random random;
    private final Coverage coverage;
    private final boolean forJava;

    /**
     * Creates a generator.
     *
     * @param forJava whether to omit years that the JAXB runtime writes in a form that it cannot read
     */
    Dates(Random random, Coverage coverage, boolean forJava) {
        this.random = random;
        this.coverage = coverage;
        this.forJava = forJava;
    }

    String next(Construct type) {
        return switch (type) {
            case DATE_TIME -> date() + "T" + time() + zone();
            case DATE -> date() + zone();
            case TIME -> time() + zone();
            case G_YEAR -> year() + zone();
            case G_YEAR_MONTH -> year() + "-" + two(1, 12) + zone();
            case G_MONTH -> "--" + two(1, 12) + zone();
            case G_MONTH_DAY -> "--" + two(1, 12) + "-" + two(1, 28) + zone();
            case G_DAY -> "---" + two(1, 31) + zone();
            default -> duration();
        };
    }

    private String date() {
        return year() + "-" + two(1, 12) + "-" + two(1, 28);
    }

    private String year() {
        String year = pick(List.of("2026", "0001", "9999", "12026", forJava ? "44444" : "-0044", "123456789"));
        if (year.length() > 5 || year.equals("12026")) {
            coverage.add(Construct.YEAR_BEYOND_9999);
        }
        return year;
    }

    private String time() {
        String time = two(0, 23) + ":" + two(0, 59) + ":" + two(0, 59);
        if (random.nextBoolean()) {
            return time;
        }
        coverage.add(Construct.FRACTION_OF_A_SECOND);
        return time + pick(List.of(".5", ".120", ".000000001", ".1234567890123456789"));
    }

    private String zone() {
        String zone = pick(List.of("", "", "Z", "+00:00", "-05:30", "+14:00"));
        coverage.add(zone.isEmpty() ? Construct.TIME_WITHOUT_ZONE : Construct.TIME_WITH_ZONE);
        return zone;
    }

    private String duration() {
        String duration =
                pick(List.of("P1Y2M3DT4H5M6.70S", "PT0S", "P1M", "-P3D", "PT36H", "-P999999999Y", "PT0.000001S"));
        coverage.add(duration.startsWith("-") ? Construct.NEGATIVE_DURATION : Construct.DURATION_WITH_UNDEFINED_FIELDS);
        return duration;
    }

    private String two(int from, int to) {
        int number = from + random.nextInt(to - from + 1);
        return (number < 10 ? "0" : "") + number;
    }

    private String pick(List<String> from) {
        return from.get(random.nextInt(from.size()));
    }
}
