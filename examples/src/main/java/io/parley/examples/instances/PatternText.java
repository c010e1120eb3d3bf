package io.parley.examples.instances;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

/**
 * Generates text that matches a regular expression of XML Schema, from printable ASCII and a few other characters as
 * far as the expression allows them.
 */
final class PatternText {
    private static final String OTHERS = "äéßñΩЖ中€\u0301";
    private static final int[] ALPHABET = (java.util.stream.IntStream.rangeClosed(' ', '~')
                            .mapToObj(Character::toString)
                            .collect(Collectors.joining())
                    + OTHERS)
            .codePoints()
            .toArray();
    private static final int MORE = 4;

    private final String expression;
    private final Chance chance;
    private int at;

    private PatternText(String expression, Chance chance) {
        this.expression = expression;
        this.chance = chance;
    }

    /** Piece of an expression. */
    private interface Piece {
        void append(StringBuilder text);
    }

    /**
     * Generates a text.
     *
     * @throws InstanceException if the expression is not supported
     */
    static String of(String expression, Chance chance) {
        PatternText reader = new PatternText(expression, chance);
        try {
            Piece all = reader.alternatives();
            if (reader.at < expression.length()) {
                throw new InstanceException("a pattern has a piece that is not understood");
            }
            StringBuilder text = new StringBuilder();
            all.append(text);
            return text.toString();
        } catch (StringIndexOutOfBoundsException e) {
            throw new InstanceException("a pattern ends early");
        }
    }

    /** Returns whether a text matches, as far as Java supports the expression. */
    static boolean matches(String expression, String text) {
        String java = expression
                .replace("\\i", "[\\p{L}_:]")
                .replace("\\c", "[\\p{L}\\p{N}_:.\\-]")
                .replace("-[", "&&[^");
        try {
            return Pattern.matches(java, text);
        } catch (PatternSyntaxException e) {
            return false;
        }
    }

    private Piece alternatives() {
        List<Piece> all = new ArrayList<>();
        all.add(sequence());
        while (isNext('|')) {
            at++;
            all.add(sequence());
        }
        return text -> chance.of(all).append(text);
    }

    private Piece sequence() {
        List<Piece> all = new ArrayList<>();
        while (at < expression.length() && !isNext('|') && !isNext(')')) {
            all.add(quantified(atom()));
        }
        return text -> all.forEach(piece -> piece.append(text));
    }

    private boolean isNext(char c) {
        return at < expression.length() && expression.charAt(at) == c;
    }

    private Piece quantified(Piece atom) {
        int low = 1;
        int high = 1;
        if (isNext('?')) {
            low = 0;
            at++;
        } else if (isNext('*') || isNext('+')) {
            low = isNext('*') ? 0 : 1;
            high = low + MORE;
            at++;
        } else if (isNext('{')) {
            int end = expression.indexOf('}', at);
            String[] bounds = expression.substring(at + 1, end).split(",", -1);
            low = Integer.parseInt(bounds[0].strip());
            high = bounds.length == 1 ? low : bounds[1].isBlank() ? low + MORE : Integer.parseInt(bounds[1].strip());
            at = end + 1;
        } else {
            return atom;
        }
        int from = low;
        int to = Math.max(low, high);
        return text -> {
            for (int i = chance.between(from, to); i > 0; i--) {
                atom.append(text);
            }
        };
    }

    private Piece atom() {
        char c = expression.charAt(at);
        if (c == '(') {
            at++;
            Piece inside = alternatives();
            if (!isNext(')')) {
                throw new InstanceException("a pattern has a group without end");
            }
            at++;
            return inside;
        }
        if (c == '[') {
            at++;
            return oneOf(characterClass());
        }
        if (c == '.') {
            at++;
            return oneOf(any -> true);
        }
        if (c == '\\') {
            return oneOf(escape());
        }
        int code = expression.codePointAt(at);
        at += Character.charCount(code);
        return text -> text.appendCodePoint(code);
    }

    private Piece oneOf(IntPredicate allowed) {
        List<Integer> all = new ArrayList<>();
        for (int code : ALPHABET) {
            if (allowed.test(code)) {
                all.add(code);
            }
        }
        // Otherwise the first allowed character outside of the alphabet.
        for (int code = 0x9; all.isEmpty() && code < 0x10000; code++) {
            if (isXml(code) && allowed.test(code)) {
                all.add(code);
            }
        }
        if (all.isEmpty()) {
            throw new InstanceException("a pattern has a class without characters");
        }
        return text -> text.appendCodePoint(chance.of(all));
    }

    private static boolean isXml(int code) {
        return code == 0x9
                || code == 0xA
                || code == 0xD
                || (code >= 0x20 && code < 0xD800)
                || (code >= 0xE000 && code <= 0xFFFD);
    }

    /** Parses a character class after its opening bracket. */
    private IntPredicate characterClass() {
        boolean negative = isNext('^');
        if (negative) {
            at++;
        }
        IntPredicate all = none -> false;
        boolean first = true;
        while (first || !isNext(']')) {
            first = false;
            if (isNext('-') && expression.charAt(at + 1) == '[') {
                at += 2;
                IntPredicate minus = characterClass();
                IntPredicate plus = negative ? all.negate() : all;
                expect(']');
                return plus.and(minus.negate());
            }
            all = all.or(classPart());
        }
        at++;
        return negative ? all.negate() : all;
    }

    private void expect(char c) {
        if (!isNext(c)) {
            throw new InstanceException("a pattern has a class without end");
        }
        at++;
    }

    private IntPredicate classPart() {
        if (isNext('\\') && !isSingle(expression.charAt(at + 1))) {
            return escape();
        }
        int low = single();
        if (isNext('-') && expression.charAt(at + 1) != ']' && expression.charAt(at + 1) != '[') {
            at++;
            int high = single();
            return code -> code >= low && code <= high;
        }
        return code -> code == low;
    }

    private static boolean isSingle(char escaped) {
        return "nrt\\|.?*+(){}-[]^$/".indexOf(escaped) >= 0;
    }

    private int single() {
        if (isNext('\\')) {
            char escaped = expression.charAt(at + 1);
            at += 2;
            return switch (escaped) {
                case 'n' -> '\n';
                case 'r' -> '\r';
                case 't' -> '\t';
                default -> escaped;
            };
        }
        int code = expression.codePointAt(at);
        at += Character.charCount(code);
        return code;
    }

    private IntPredicate escape() {
        char escaped = expression.charAt(at + 1);
        if (isSingle(escaped)) {
            int code = single();
            return each -> each == code;
        }
        at += 2;
        return switch (escaped) {
            case 'd' -> code -> code >= '0' && code <= '9';
            case 'D' -> code -> !Character.isDigit(code);
            case 's' -> PatternText::isSpace;
            case 'S' -> code -> !isSpace(code);
            case 'w' -> PatternText::isWord;
            case 'W' -> code -> !isWord(code);
            case 'i' -> code -> isNameStart(code);
            case 'I' -> code -> !isNameStart(code);
            case 'c' -> code -> isNamePart(code);
            case 'C' -> code -> !isNamePart(code);
            case 'p' -> category();
            case 'P' -> category().negate();
            default -> throw new InstanceException("a pattern has an escape that is not understood");
        };
    }

    private static boolean isSpace(int code) {
        return code == ' ' || code == '\t' || code == '\n' || code == '\r';
    }

    private static boolean isWord(int code) {
        return Character.isLetterOrDigit(code) || "$+<=>^`|~€".indexOf(code) >= 0 || code == 0x301;
    }

    private static boolean isNameStart(int code) {
        return code == '_' || code == ':' || Character.isLetter(code);
    }

    private static boolean isNamePart(int code) {
        return isNameStart(code) || (code >= '0' && code <= '9') || code == '-' || code == '.';
    }

    /** Parses a category or block that Java knows too. */
    private IntPredicate category() {
        int end = expression.indexOf('}', at);
        String name = expression.substring(at + 1, end);
        at = end + 1;
        String category = name.startsWith("Is") ? "In" + name.substring(2) : name;
        try {
            Pattern compiled = Pattern.compile("\\p{" + category + "}");
            return code -> compiled.matcher(Character.toString(code)).matches();
        } catch (PatternSyntaxException e) {
            throw new InstanceException("a pattern has a category that is not known");
        }
    }
}
