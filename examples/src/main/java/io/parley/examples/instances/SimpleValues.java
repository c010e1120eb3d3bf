package io.parley.examples.instances;

import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import javax.xml.namespace.QName;

/** Generates the text of simple values. Confined to one thread. */
final class SimpleValues {
    private static final int ATTEMPTS = 60;
    private static final int LIST_ITEMS = 4;
    private static final int MAX_OCTETS = 40;
    private static final int MAX_LENGTH = 200;
    private static final List<String> TEXTS = List.of(
            "",
            "plain",
            "a & b < c > d",
            "ünï©ødé \uD83D\uDE00",
            " spaced  out ",
            "line\nbreak\tand tab",
            "]]>",
            "quote \" and '",
            "1",
            "true",
            "p:name");
    private static final List<String> TOKENS = List.of("plain", "two words", "Zürich", "a&b", "1", "x<y", "12:30", "");
    private static final List<String> NAMES = List.of("a", "name", "_x", "Größe", "b-2", "c.d", "xmlish");
    private static final List<String> LANGUAGES = List.of("en", "de-CH", "zh-Hant-TW", "fr");
    private static final List<String> ADDRESSES =
            List.of("http://example.org/a?b=c&d=e#f", "urn:isbn:0-1", "", "../up", "mailto:x@y.z", "http://ü.example/");
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789äß€";

    private static final Set<String> TEXT_TYPES = Set.of(
            "string",
            "normalizedString",
            "token",
            "anyURI",
            "NMTOKEN",
            "Name",
            "NCName",
            "language",
            "anySimpleType",
            "ENTITY");

    private final Chance chance;
    private final List<String> ids = new ArrayList<>();

    SimpleValues(Chance chance) {
        this.chance = chance;
    }

    /** Starts another document, without IDs. */
    void begin() {
        ids.clear();
    }

    /** Returns whether a value can be generated now: an IDREF needs an ID in the document. */
    boolean canMake(Simple type) {
        if (!type.item().isEmpty()) {
            return canMake(type.item().get(0));
        }
        return !type.builtIn().equals("IDREF") || !ids.isEmpty();
    }

    /**
     * Generates a value.
     *
     * @param qualified writes a name as a prefixed value whose prefix is declared at the current element
     */
    String of(Simple type, Function<QName, String> qualified) {
        if (!type.facets().enumerations().isEmpty()) {
            String value = chance.of(type.facets().enumerations());
            return type.isName() ? qualified.apply(QName.valueOf(value)) : value;
        }
        if (!type.item().isEmpty()) {
            return list(type, qualified);
        }
        if (!type.members().isEmpty()) {
            return of(chance.of(type.members()), qualified);
        }
        if (!type.facets().patterns().isEmpty()) {
            return patterned(type, qualified);
        }
        return builtIn(type.builtIn(), type.facets(), qualified);
    }

    private String list(Simple type, Function<QName, String> qualified) {
        int low = type.facets().minLength();
        int high = Math.min(type.facets().maxLength(), low + LIST_ITEMS);
        List<String> items = new ArrayList<>();
        for (int i = chance.between(low, Math.max(low, high)); i > 0; i--) {
            String item = of(type.item().get(0), qualified).strip();
            // An empty item would vanish from a list, and several words would be several items.
            if (!item.isEmpty() || items.size() < low) {
                items.add(item.isEmpty() ? "00" : item.split("\\s", 2)[0]);
            }
        }
        return String.join(" ", items);
    }

    /** Returns a value that matches a pattern, if a few attempts find one. */
    private String patterned(Simple type, Function<QName, String> qualified) {
        String name = type.builtIn();
        if (TEXT_TYPES.contains(name)) {
            String text = "";
            for (int i = 0; i < ATTEMPTS; i++) {
                text = PatternText.of(chance.of(type.facets().patterns()), chance);
                if (hasLength(text, type.facets())) {
                    return text;
                }
            }
            return text;
        }
        // For other types few texts are valid, so values are tested against the pattern and vice versa.
        String value = "";
        for (int i = 0; i < ATTEMPTS; i++) {
            value = builtIn(name, type.facets(), qualified);
            String text = value;
            if (type.facets().patterns().stream().anyMatch(pattern -> PatternText.matches(pattern, text))) {
                return value;
            }
            String other = PatternText.of(chance.of(type.facets().patterns()), chance);
            if (Numbers.isNumber(name) && Numbers.fits(other, name, type.facets())) {
                return other;
            }
        }
        return value;
    }

    private static boolean hasLength(String text, Facets facets) {
        int length = text.codePointCount(0, text.length());
        return length >= facets.minLength() && length <= facets.maxLength();
    }

    private String builtIn(String name, Facets facets, Function<QName, String> qualified) {
        if (Numbers.isNumber(name)) {
            return Numbers.of(name, facets, chance);
        }
        if (Times.isTime(name)) {
            return Times.of(name, facets, chance);
        }
        return switch (name) {
            case "boolean" -> chance.of("true", "false", "1", "0");
            case "float", "double" -> Numbers.floating(name, facets, chance);
            case "base64Binary" -> Base64.getEncoder().encodeToString(octets(facets));
            case "hexBinary" -> HexFormat.of().withUpperCase().formatHex(octets(facets));
            case "QName", "NOTATION" ->
                qualified.apply(new QName(chance.of("urn:q1", "urn:q2"), "local" + chance.below(9)));
            default -> text(name, facets);
        };
    }

    private byte[] octets(Facets facets) {
        int low = facets.minLength();
        int high = Math.max(low, Math.min(facets.maxLength(), low + MAX_OCTETS));
        return chance.bytes(chance.between(low, high));
    }

    private String text(String name, Facets facets) {
        return switch (name) {
            case "ID" -> {
                ids.add("id" + ids.size());
                yield ids.get(ids.size() - 1);
            }
            case "IDREF" -> ids.isEmpty() ? "id0" : chance.of(ids);
            case "language" -> chance.of(LANGUAGES);
            case "Name", "NCName", "ENTITY" -> lengthened(chance.of(NAMES), facets);
            case "NMTOKEN" -> lengthened(chance.of(NAMES) + chance.below(9), facets);
            case "anyURI" -> lengthened(chance.of(ADDRESSES), facets);
            case "token" -> lengthened(chance.of(TOKENS), facets);
            case "normalizedString" -> lengthened(chance.of(TEXTS).replaceAll("[\\t\\n]", " "), facets);
            default -> lengthened(spaced(chance.of(TEXTS), facets.space()), facets);
        };
    }

    private static String spaced(String text, String treatment) {
        return switch (treatment.toLowerCase(Locale.ROOT)) {
            case "collapse" -> text.strip().replaceAll("\\s+", " ");
            case "replace" -> text.replaceAll("[\\t\\n]", " ");
            default -> text;
        };
    }

    /** Returns the text if its length is allowed, otherwise letters. */
    private String lengthened(String text, Facets facets) {
        String candidate = text.isEmpty() || chance.oneIn(2) ? text : text + chance.below(1000);
        if (hasLength(candidate, facets)) {
            return candidate;
        }
        int low = facets.minLength();
        int high = Math.max(low, Math.min(facets.maxLength(), low + MAX_LENGTH));
        StringBuilder letters = new StringBuilder();
        for (int i = chance.between(low, high); i > 0; i--) {
            letters.append(LETTERS.charAt(letters.isEmpty() ? chance.below(26) : chance.below(LETTERS.length())));
        }
        return letters.toString();
    }
}
