package io.parley.representation.tdxml;

import java.util.Set;

/** Builder of Java source: lines, blocks, and names and strings that are safe in source code. */
final class JavaText {
    private static final int MAX_LITERAL = 8000;
    private static final String INDENT = "    ";

    /** Keywords and literals of Java 17 (JLS 3.9, 3.10.3, 3.10.8), and contextual keywords. */
    private static final Set<String> WORDS = Set.of(("_ abstract assert boolean break byte case catch char class const"
                    + " continue default do double else enum exports extends false final finally float for goto if"
                    + " implements import instanceof int interface long module native new null open opens package permits"
                    + " private protected provides public record requires return sealed short static strictfp super"
                    + " switch synchronized this throw throws to transient transitive true try uses var void volatile"
                    + " when while with yield")
            .split(" "));

    private final StringBuilder text = new StringBuilder();
    private int depth;

    JavaText line(String line) {
        text.append(line.isEmpty() ? "" : INDENT.repeat(depth)).append(line).append('\n');
        return this;
    }

    /** Adds a line that opens a block. */
    JavaText open(String line) {
        line(line + " {");
        depth++;
        return this;
    }

    JavaText close() {
        depth--;
        return line("}");
    }

    @Override
    public String toString() {
        return text.toString();
    }

    /** Returns a string literal in ASCII, with all special characters escaped. */
    static String literal(String value) {
        StringBuilder out = new StringBuilder("\"");
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                default -> {
                    if (c >= ' ' && c < 0x7F) {
                        out.append(c);
                    } else {
                        out.append("\\u")
                                .append(Integer.toHexString(0x10000 | c).substring(1));
                    }
                }
            }
        }
        return out.append('"').toString();
    }

    /** Returns a string expression of any length: a constant in a class file has less than 64 KiB. */
    static String longLiteral(String value) {
        if (value.length() <= MAX_LITERAL) {
            return literal(value);
        }
        StringBuilder pieces = new StringBuilder("String.join(\"\"");
        for (int at = 0; at < value.length(); at += MAX_LITERAL) {
            pieces.append(", ").append(literal(value.substring(at, Math.min(value.length(), at + MAX_LITERAL))));
        }
        return pieces.append(')').toString();
    }

    /** Returns a name that is not taken, of ASCII letters and digits, and not a word of Java. */
    static String unique(String name, Set<String> taken) {
        StringBuilder clean = new StringBuilder();
        name.chars().map(c -> isPlain(c) ? c : '_').forEach(c -> clean.append((char) c));
        if (clean.length() == 0 || Character.isDigit(clean.charAt(0))) {
            clean.insert(0, '_');
        }
        String wanted = clean.toString();
        for (int i = 1; ; i++) {
            String tried = i == 1 && !WORDS.contains(wanted) ? wanted : wanted + "_" + i;
            if (taken.add(tried)) {
                return tried;
            }
        }
    }

    /** Returns whether the name is an identifier of ASCII letters and digits. */
    static boolean isIdentifier(String name) {
        return !name.isEmpty()
                && !Character.isDigit(name.charAt(0))
                && name.chars().allMatch(c -> isPlain(c) || c == '_')
                && !WORDS.contains(name);
    }

    static String upper(String name) {
        return name.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + name.substring(1);
    }

    static String lower(String name) {
        return name.substring(0, 1).toLowerCase(java.util.Locale.ROOT) + name.substring(1);
    }

    private static boolean isPlain(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }
}
