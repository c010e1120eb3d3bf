package io.parley.cxf.settings;

import io.parley.Quantity;
import io.parley.negotiation.HostPort;
import io.parley.negotiation.SwitchPolicy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Form of the values of a setting. Immutable.
 *
 * @param <T> type of the parsed value
 * @param type the type in one or two words, for tables
 * @param javaType the type for the metadata of Spring Boot
 * @param expected description of valid values, for error messages
 * @param words known values; others may be valid too
 * @param example a valid value
 * @param reader parser; returns empty for an invalid value
 */
public record SettingForm<T>(
        String type,
        String javaType,
        String expected,
        List<String> words,
        String example,
        Function<String, Optional<T>> reader) {
    /**
     * Value of {@link Settings#POLICY}: negotiate at once with services whose WSDL advertises it, and with no others.
     */
    public static final String ADVERTISED = "advertised";

    private static final int MOST_PORT = 65_535;
    private static final Pattern NODE = Pattern.compile("(\\[[0-9a-fA-F:.]+]|[^:\\s]+):([0-9]{1,5})");
    private static final Pattern DELIVERY = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}._-]*(?:=latest)?");
    private static final String STRING = "java.lang.String";
    private static final String STRINGS = "java.util.List<java.lang.String>";

    static final SettingForm<Boolean> FLAG = new SettingForm<>(
            "true or false",
            "java.lang.Boolean",
            "true or false",
            List.of("true", "false"),
            "true",
            text -> text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")
                    ? Optional.of(Boolean.parseBoolean(text))
                    : Optional.empty());

    static final SettingForm<Integer> PORT = new SettingForm<>(
            "port",
            "java.lang.Integer",
            "a port from 0 to " + MOST_PORT,
            List.of(),
            "9443",
            text -> whole(text, "ports", 0, MOST_PORT).map(Long::intValue));

    static final SettingForm<String> POLICY = new SettingForm<>(
            "word",
            STRING,
            "one of eager, after-N with a number for N, break-even, " + ADVERTISED,
            List.of("eager", "break-even", ADVERTISED),
            "after-10",
            text -> text.equals(ADVERTISED)
                    ? Optional.of(text)
                    : read(text, SwitchPolicy::named).map(policy -> text));

    static final SettingForm<String> REPRESENTATIONS = new SettingForm<>(
            "names",
            STRINGS,
            "names, and operation=names behind semicolons",
            List.of("hhfr", "bnux", "tdxml", "xml", "fastinfoset", "exi", "exi-schema"),
            "hhfr,bnux; picture=tdxml",
            text -> Arrays.stream(text.split(";", -1)).skip(1).allMatch(clause -> clause.indexOf('=') > 0)
                    ? Optional.of(text)
                    : Optional.empty());

    static final SettingForm<List<HostPort>> NODES = new SettingForm<>(
            "addresses", STRINGS, "host:port, separated by commas", List.of(), "node-b:9443", text -> {
                List<HostPort> nodes = new ArrayList<>();
                for (String item : items(text)) {
                    Optional<HostPort> node = read(item, SettingForm::node);
                    if (node.isEmpty()) {
                        return Optional.empty();
                    }
                    nodes.add(node.get());
                }
                return Optional.of(List.copyOf(nodes));
            });

    static final SettingForm<List<String>> DELIVERIES = new SettingForm<>(
            "names",
            STRINGS,
            "names of operations, separated by commas, each alone or followed by =latest",
            List.of(),
            "reading, position=latest",
            text -> Optional.of(items(text)).filter(items -> items.stream().allMatch(DELIVERY.asMatchPredicate())));

    /** Returns the form of an arbitrary text. */
    static SettingForm<String> text(String type, String example) {
        return new SettingForm<>(type, STRING, "a text", List.of(), example, Optional::of);
    }

    /** Returns the form of an enum's constants, case-insensitive. */
    static <E extends Enum<E>> SettingForm<E> word(Class<E> kind) {
        E[] constants = kind.getEnumConstants();
        List<String> words = Arrays.stream(constants)
                .map(each -> each.name().toLowerCase(Locale.ROOT))
                .toList();
        return new SettingForm<>("word", STRING, "one of " + String.join(", ", words), words, words.get(0), text -> {
            for (E each : constants) {
                if (each.name().equalsIgnoreCase(text)) {
                    return Optional.of(each);
                }
            }
            return Optional.empty();
        });
    }

    /** Returns the form of a comma-separated list. */
    static SettingForm<List<String>> names(String example, String... known) {
        return new SettingForm<>(
                "names",
                STRINGS,
                "names, separated by commas",
                List.of(known),
                example,
                text -> Optional.of(items(text)));
    }

    /** Returns the form of a number with a unit, see {@link io.parley.Limit#unit()}. */
    static SettingForm<Long> amount(String unit, long least) {
        boolean time = unit.endsWith("seconds");
        String javaType = unit.equals("bytes")
                ? "org.springframework.util.unit.DataSize"
                : time ? "java.time.Duration" : "java.lang.Long";
        return new SettingForm<>(
                unit,
                javaType,
                Quantity.form(unit) + (least > 0 ? ", at least " + least : ""),
                List.of(),
                unit.equals("bytes") ? "64MB" : time ? "30s" : "1000",
                text -> whole(text, unit, least, Long.MAX_VALUE));
    }

    /** Parses a value; empty if it is invalid. */
    Optional<T> read(String text) {
        return reader.apply(text);
    }

    /** Returns the items of a comma-separated list. */
    public static List<String> items(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .filter(item -> !item.isEmpty())
                .toList();
    }

    private static Optional<Long> whole(String text, String unit, long least, long most) {
        OptionalLong number = Quantity.read(text, unit);
        return number.isPresent() && number.getAsLong() >= least && number.getAsLong() <= most
                ? Optional.of(number.getAsLong())
                : Optional.empty();
    }

    private static HostPort node(String text) {
        Matcher parts = NODE.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("expected host:port");
        }
        return new HostPort(parts.group(1).replaceAll("[\\[\\]]", ""), Integer.parseInt(parts.group(2)));
    }

    /** Parses with a function that throws {@link IllegalArgumentException} for an invalid value; empty in that case. */
    private static <O> Optional<O> read(String text, Function<String, O> reader) {
        try {
            return Optional.of(reader.apply(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
