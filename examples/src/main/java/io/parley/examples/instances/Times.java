package io.parley.examples.instances;

import java.util.Locale;
import java.util.Set;
import javax.xml.datatype.DatatypeConfigurationException;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.XMLGregorianCalendar;

/** Generates dates, times and durations. */
final class Times {
    private static final Set<String> NAMES =
            Set.of("dateTime", "date", "time", "gYear", "gYearMonth", "gMonth", "gMonthDay", "gDay", "duration");

    private Times() {}

    static boolean isTime(String builtIn) {
        return NAMES.contains(builtIn);
    }

    static String of(String builtIn, Facets facets, Chance chance) {
        if (facets.low().isSet() || facets.high().isSet()) {
            return bounded(builtIn, facets);
        }
        return switch (builtIn) {
            case "dateTime" -> date(chance) + "T" + time(chance) + zone(chance);
            case "date" -> date(chance) + zone(chance);
            case "time" -> time(chance) + zone(chance);
            case "gYear" -> year(chance) + zone(chance);
            case "gYearMonth" -> year(chance) + "-" + two(chance.between(1, 12)) + zone(chance);
            case "gMonth" -> "--" + two(chance.between(1, 12)) + zone(chance);
            case "gMonthDay" -> "--" + two(chance.between(1, 12)) + "-" + two(chance.between(1, 28)) + zone(chance);
            case "gDay" -> "---" + two(chance.between(1, 31)) + zone(chance);
            default -> duration(chance);
        };
    }

    /** Returns a value at a bound, or next to an exclusive one. */
    private static String bounded(String builtIn, Facets facets) {
        Facets.Bound bound = facets.low().isSet()
                        && (facets.low().inclusive() || !facets.high().isSet())
                ? facets.low()
                : facets.high();
        boolean isLow = bound.equals(facets.low());
        if (bound.inclusive() || builtIn.equals("duration")) {
            return bound.value();
        }
        try {
            DatatypeFactory types = DatatypeFactory.newInstance();
            XMLGregorianCalendar value = types.newXMLGregorianCalendar(bound.value());
            String step = builtIn.equals("time") ? "PT1S" : builtIn.startsWith("g") ? "P1Y" : "P1D";
            value.add(types.newDuration((isLow ? "" : "-") + step));
            return value.toXMLFormat();
        } catch (DatatypeConfigurationException e) {
            throw new IllegalStateException("this Java has no XML data types", e);
        }
    }

    private static String year(Chance chance) {
        return String.format(
                Locale.ROOT, "%04d", chance.oneIn(8) ? chance.between(1, 9999) : chance.between(1970, 2040));
    }

    private static String date(Chance chance) {
        return year(chance) + "-" + two(chance.between(1, 12)) + "-" + two(chance.between(1, 28));
    }

    private static String time(Chance chance) {
        String fraction = chance.of("", "", ".5", ".125", ".000001", ".123456789");
        return two(chance.below(24)) + ":" + two(chance.below(60)) + ":" + two(chance.below(60)) + fraction;
    }

    private static String zone(Chance chance) {
        return chance.of("", "Z", "+02:00", "-05:30", "+14:00");
    }

    private static String duration(Chance chance) {
        return chance.of("", "-")
                + chance.of("P1Y2M3DT4H5M6.789S", "P0D", "PT0.001S", "P13M", "P" + chance.below(400) + "D", "PT36H");
    }

    private static String two(int number) {
        return String.format(Locale.ROOT, "%02d", number);
    }
}
