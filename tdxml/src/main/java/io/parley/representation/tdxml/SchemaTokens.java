package io.parley.representation.tdxml;

import io.parley.ErrorCode;
import io.parley.ParleyException;

/** Tokenizer of data schemas: words, numbers, strings and signs. Used by one thread at a time. */
final class SchemaTokens {
    private static final String SIGNS = "[](){},";
    private static final String DEFINED = "::=";

    private final String text;
    private int at;
    private int tokenFrom;
    private String token = "";
    private boolean isString;

    SchemaTokens(String text) {
        this.text = text;
        advance();
    }

    /** Returns the current token; empty at the end, a string without its quotes. */
    String token() {
        return token;
    }

    boolean isEnd() {
        return token.isEmpty() && !isString;
    }

    boolean isString() {
        return isString;
    }

    /** Returns whether the current token is that word or sign. */
    boolean is(String expected) {
        return !isString && token.equals(expected);
    }

    boolean isNumber() {
        return !isString && !token.isEmpty() && token.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /** Returns the token after the current one. */
    String peek() {
        Place here = place();
        advance();
        String next = token;
        reset(here);
        return next;
    }

    /** Returns whether a bracket of any kind and a number follow the current token. */
    boolean isFollowedByNumber() {
        Place here = place();
        advance();
        boolean bracket = is("[") || is("(");
        advance();
        boolean found = bracket && isNumber();
        reset(here);
        return found;
    }

    private record Place(int at, int tokenFrom, String token, boolean isString) {}

    private Place place() {
        return new Place(at, tokenFrom, token, isString);
    }

    private void reset(Place place) {
        at = place.at;
        tokenFrom = place.tokenFrom;
        token = place.token;
        isString = place.isString;
    }

    /** Skips the current token if it is that word or sign; returns whether it did. */
    boolean skip(String expected) {
        boolean found = is(expected);
        if (found) {
            advance();
        }
        return found;
    }

    void expect(String expected) {
        if (!skip(expected)) {
            throw wrong(expected);
        }
    }

    /** Reads a name. */
    String name() {
        if (isString || token.isEmpty() || SIGNS.contains(token) || token.equals(DEFINED)) {
            throw wrong("a name");
        }
        String name = token;
        advance();
        return name;
    }

    /** Reads a number below 2^31 without leading zeros. */
    int number() {
        boolean fits = isNumber() && token.length() <= 10 && (token.length() == 1 || token.charAt(0) != '0');
        long number = fits ? Long.parseLong(token) : Long.MAX_VALUE;
        if (number > Integer.MAX_VALUE) {
            throw wrong("a number below 2^31");
        }
        advance();
        return (int) number;
    }

    /** Reads a string. */
    String string() {
        if (!isString) {
            throw wrong("a string in quotes");
        }
        String string = token;
        advance();
        return string;
    }

    ParleyException wrong(String expected) {
        int line = 1;
        for (int i = 0; i < tokenFrom; i++) {
            line += text.charAt(i) == '\n' ? 1 : 0;
        }
        return new ParleyException(
                ErrorCode.SCHEMA_INVALID,
                "data schema, line " + line + ": expected " + expected + ", found "
                        + (isEnd() ? "the end" : "something else"));
    }

    private void advance() {
        while (at < text.length() && isBlank(text.charAt(at))) {
            at++;
        }
        tokenFrom = at;
        isString = false;
        if (at == text.length()) {
            token = "";
        } else if (isQuote(text.charAt(at))) {
            readString();
        } else if (SIGNS.indexOf(text.charAt(at)) >= 0) {
            token = text.substring(at, ++at);
        } else {
            readWord();
        }
    }

    private void readWord() {
        int end = at;
        if (text.startsWith(DEFINED, at)) {
            end += DEFINED.length();
        } else {
            while (end < text.length() && isInWord(end)) {
                end++;
            }
        }
        token = text.substring(at, end);
        at = end;
    }

    private void readString() {
        StringBuilder string = new StringBuilder();
        at++;
        while (true) {
            if (at >= text.length()) {
                at = text.length();
                token = "";
                throw wrong("the end of a string");
            }
            char c = text.charAt(at++);
            if (isQuote(c)) {
                boolean doubled = c == '"' && at < text.length() && text.charAt(at) == '"';
                if (!doubled) {
                    break;
                }
                at++;
            }
            string.append(c);
        }
        token = string.toString();
        isString = true;
    }

    private boolean isInWord(int index) {
        char c = text.charAt(index);
        return !isBlank(c) && SIGNS.indexOf(c) < 0 && !isQuote(c) && !text.startsWith(DEFINED, index);
    }

    /** Returns whether a character is a straight quote, or a curly one as in the printed paper. */
    private static boolean isQuote(char c) {
        return c == '"' || c == '\u201C' || c == '\u201D';
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }
}
