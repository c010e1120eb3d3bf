package io.parley.testkit.generate;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/** Generates texts that a simple type allows: common ones, extreme values, and alternative lexical forms. */
final class ValueGenerator {
    /** The unparsed entities that a document may refer to; a validator must declare them. */
    static final List<String> ENTITIES = List.of("picture", "sound");

    private final Random random;
    private final Coverage coverage;
    private final TextGenerator text;
    private final List<String> qualifiedNames;
    private final boolean forJava;

    /**
     * Creates a generator of values for one message.
     *
     * @param qualifiedNames names whose prefixes are in scope wherever a value may occur
     * @param forJava whether to omit values that the JAXB runtime writes incorrectly
     */
    ValueGenerator(Random random, Coverage coverage, List<String> qualifiedNames, boolean forJava) {
        this.random = random;
        this.coverage = coverage;
        this.text = new TextGenerator(random);
        this.qualifiedNames = qualifiedNames;
        this.forJava = forJava;
    }

    /** Returns a text of the type; for identifiers and references, one that {@link References} replaces. */
    String next(SimpleDef type) {
        if (type instanceof SimpleDef.Restriction restriction) {
            coverage.add(restriction.construct());
            return padded(restriction, pick(restriction.samples()));
        } else if (type instanceof SimpleDef.ListOf list) {
            return list(list);
        } else if (type instanceof SimpleDef.Union union) {
            coverage.add(Construct.UNION);
            SimpleDef member =
                    union.members().get(random.nextInt(union.members().size()));
            if (member.isList()) {
                coverage.add(Construct.UNION_WITH_LIST);
            }
            return next(member);
        }
        SimpleDef.BuiltIn builtIn = (SimpleDef.BuiltIn) type;
        coverage.add(builtIn.construct());
        return padded(builtIn, noted(builtIn, builtIn(builtIn.construct())));
    }

    private String list(SimpleDef.ListOf list) {
        coverage.add(Construct.LIST);
        if (list.item() instanceof SimpleDef.Union) {
            coverage.add(Construct.LIST_OF_UNION);
        }
        List<String> items = new ArrayList<>();
        for (int remaining = random.nextInt(4); remaining > 0; remaining--) {
            items.add(next(list.item()).strip());
        }
        if (items.isEmpty()) {
            coverage.add(Construct.LIST_WITHOUT_ITEMS);
        }
        return String.join(random.nextInt(5) == 0 ? " \n\t " : " ", items);
    }

    /** Adds white space occasionally, where it is insignificant. */
    private String padded(SimpleDef type, String value) {
        SimpleDef.BuiltIn builtIn = type.builtIn();
        boolean text = builtIn.construct() == Construct.STRING || builtIn.construct() == Construct.NORMALIZED_STRING;
        if (text || random.nextInt(8) > 0) {
            return value;
        }
        coverage.add(Construct.WHITE_SPACE_COLLAPSED);
        return " \n" + value + "\t ";
    }

    private String builtIn(Construct type) {
        boolean edge = random.nextInt(3) == 0;
        return switch (type) {
            case STRING -> edge ? "  two  words \n\t" : text.next();
            case NORMALIZED_STRING -> edge ? "\ta \n b " : words();
            case TOKEN -> edge ? "" : words();
            case ANY_URI -> edge ? "" : pick(List.of("urn:x", "http://example.org/ä?b=c&d#e", "../up"));
            case LANGUAGE -> pick(List.of("en", "de-CH", "x-klingon"));
            case NMTOKEN -> pick(List.of("1a", "-x", "größe", "a.b:c"));
            case NMTOKENS -> pick(List.of("a", "a b 1", "x  \n y"));
            case NAME -> pick(List.of("a", "p:q", "_x-1", "漢"));
            case NC_NAME -> pick(List.of("a", "_x-1", "ä.b"));
            case ENTITY -> pick(ENTITIES);
            case ENTITIES -> String.join(" ", ENTITIES);
            case BOOLEAN -> pick(List.of("true", "false", "1", "0"));
            case FLOAT ->
                edge ? pick(List.of("NaN", "INF", "-INF", "-0", "1.17549435E-38")) : number(random.nextFloat());
            case DOUBLE -> edge ? pick(List.of("NaN", "INF", "-INF", "-0.0", "4.9E-324")) : number(random.nextDouble());
            case HEX_BINARY -> hex(bytes());
            case BASE64_BINARY -> Base64.getEncoder().encodeToString(bytes());
            case QNAME -> pick(qualifiedNames);
            case ID, IDREF, IDREFS -> "to be settled";
            case DECIMAL ->
                edge ? pick(List.of("1.2300", "-0.0", "+.5", "7.", big() + "." + big().replace("-", ""))) : cents();
            default ->
                Dates.CONSTRUCTS.contains(type) ? new Dates(random, coverage, forJava).next(type) : integer(type, edge);
        };
    }

    private String integer(Construct type, boolean edge) {
        String usual = String.valueOf(random.nextInt(100));
        return switch (type) {
            case INTEGER -> edge ? big() : "-" + usual;
            case NON_NEGATIVE_INTEGER -> edge ? big().replace("-", "") : usual;
            case POSITIVE_INTEGER -> edge ? big().replace("-", "") : "1" + usual;
            case NON_POSITIVE_INTEGER -> edge ? "-" + big().replace("-", "") : "-" + usual;
            case NEGATIVE_INTEGER -> edge ? "-" + big().replace("-", "") : "-1" + usual;
            case UNSIGNED_LONG -> edge ? "18446744073709551615" : usual;
            case LONG -> edge ? pick(List.of("9223372036854775807", "-9223372036854775808")) : "+" + usual;
            case INT -> edge ? pick(List.of("2147483647", "-2147483648", "007")) : usual;
            case SHORT -> edge ? pick(List.of("32767", "-32768")) : usual;
            case BYTE -> edge ? pick(List.of("127", "-128")) : "+" + usual;
            case UNSIGNED_INT -> edge ? "4294967295" : usual;
            case UNSIGNED_SHORT -> edge ? "65535" : usual;
            case UNSIGNED_BYTE -> edge ? "255" : usual;
            default -> throw new IllegalArgumentException(type + " has no values");
        };
    }

    /** Counts the special features of a value. */
    private String noted(SimpleDef.BuiltIn type, String value) {
        boolean isNumber = Construct.BOOLEAN.compareTo(type.construct()) < 0
                && type.construct().compareTo(Construct.DOUBLE) <= 0;
        if (value.equals("NaN") && isNumber) {
            coverage.add(Construct.NOT_A_NUMBER);
        } else if (value.endsWith("INF") && isNumber) {
            coverage.add(Construct.INFINITE_NUMBER);
        } else if (value.startsWith("-0") && isNumber && type.construct().compareTo(Construct.FLOAT) >= 0) {
            coverage.add(Construct.NEGATIVE_ZERO);
        } else if (isNumber && (value.startsWith("+") || value.startsWith("00") || value.endsWith("."))) {
            coverage.add(Construct.NUMBER_IN_ANOTHER_LEXICAL_FORM);
        } else if (isNumber && value.length() > 19) {
            coverage.add(Construct.NUMBER_BEYOND_LONG);
        } else if (type.construct() == Construct.DECIMAL && value.endsWith("0")) {
            coverage.add(Construct.DECIMAL_WITH_TRAILING_ZEROS);
        }
        noteText(type.construct(), value);
        return value;
    }

    private void noteText(Construct type, String value) {
        if (value.chars().anyMatch(c -> Character.isSurrogate((char) c))) {
            coverage.add(Construct.SUPPLEMENTARY_CHARACTERS);
        }
        if (type == Construct.STRING && value.startsWith(" ")) {
            coverage.add(Construct.WHITE_SPACE_PRESERVED);
        } else if (type == Construct.NORMALIZED_STRING && value.startsWith("\t")) {
            coverage.add(Construct.WHITE_SPACE_REPLACED);
        } else if (type == Construct.QNAME && value.indexOf(':') < 0) {
            coverage.add(Construct.QNAME_WITHOUT_NAMESPACE);
        }
    }

    private String words() {
        List<String> words = new ArrayList<>();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            words.add(pick(List.of("a", "größe", "漢字", "<&>", "\"it's\"", "\uD83D\uDE00")));
        }
        return String.join(" ", words);
    }

    private byte[] bytes() {
        byte[] bytes = new byte[random.nextInt(random.nextInt(10) == 0 ? 3000 : 12)];
        random.nextBytes(bytes);
        return bytes;
    }

    private String hex(byte[] bytes) {
        HexFormat format =
                random.nextBoolean() ? HexFormat.of() : HexFormat.of().withUpperCase();
        return format.formatHex(bytes);
    }

    private String number(double value) {
        return random.nextBoolean() ? String.valueOf((float) value) : "+1.5e" + random.nextInt(30);
    }

    private String cents() {
        return random.nextInt(10_000) + "." + random.nextInt(10);
    }

    private String big() {
        byte[] bytes = new byte[9 + random.nextInt(20)];
        Arrays.fill(bytes, (byte) random.nextInt(256));
        bytes[0] = (byte) (1 + random.nextInt(100));
        return (random.nextBoolean() ? "-" : "") + new BigInteger(1, bytes);
    }

    private String pick(List<String> from) {
        return from.get(random.nextInt(from.size()));
    }
}
