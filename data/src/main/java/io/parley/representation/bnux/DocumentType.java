package io.parley.representation.bnux;

import io.parley.representation.XmlText;
import org.jspecify.annotations.Nullable;

/**
 * A document type declaration, as four strings that are never resolved or expanded.
 *
 * @param root name of the root element
 * @param publicId null if there is none
 * @param systemId null if there is none
 * @param subset the internal subset, or an empty string
 */
record DocumentType(
        String root, @Nullable String publicId, @Nullable String systemId, String subset) {
    private static final String BEGIN = "<!DOCTYPE";
    private static final String PUBLIC_CHARACTERS = "-'()+,./:=?;!*#@$_% \n\r";

    /** Creates a document type from the symbols of a token. */
    static DocumentType of(String root, String publicId, String systemId, String subset) {
        return new DocumentType(root, idOf(publicId), idOf(systemId), subset);
    }

    /** Parses the text of a declaration. Returns null if it is not a legal one. */
    static @Nullable DocumentType parse(String declaration) {
        var rest = new Rest(declaration);
        if (!rest.passes(BEGIN)) {
            return null;
        }
        String root = rest.word();
        String publicId = null;
        String systemId = null;
        if (rest.passes("PUBLIC")) {
            publicId = rest.literal();
            systemId = rest.literal();
        } else if (rest.passes("SYSTEM")) {
            systemId = rest.literal();
        }
        String subset = rest.passes("[") ? rest.until(Subset.end(declaration, rest.at)) : "";
        var type = new DocumentType(root, publicId, systemId, subset);
        return rest.passes(">") && rest.isEmpty() && type.isLegal() ? type : null;
    }

    /** Returns whether it can be written as text from which a parser reads the same declaration. */
    boolean isLegal() {
        boolean ids = (publicId == null || (systemId != null && isPublic(publicId)))
                && (systemId == null || systemId.indexOf('"') < 0 || systemId.indexOf('\'') < 0);
        int colon = root.indexOf(':');
        boolean name = XmlText.isNcName(root.substring(colon + 1))
                && (colon < 0 || XmlText.isNcName(root.substring(0, colon)));
        return ids && name && Subset.end(subset + "]", 0) == subset.length();
    }

    String publicSymbol() {
        return publicId == null ? Format.NO_IDENTIFIER : publicId;
    }

    String systemSymbol() {
        return systemId == null ? Format.NO_IDENTIFIER : systemId;
    }

    /** Returns the declaration as XML text. */
    String text() {
        var text = new StringBuilder(BEGIN).append(' ').append(root);
        if (publicId != null) {
            text.append(" PUBLIC \"").append(publicId).append('"');
        }
        if (systemId != null) {
            char quote = systemId.indexOf('"') < 0 ? '"' : '\'';
            text.append(publicId == null ? " SYSTEM " : " ");
            text.append(quote).append(systemId).append(quote);
        }
        if (!subset.isEmpty()) {
            text.append(" [").append(subset).append(']');
        }
        return text.append('>').toString();
    }

    private static @Nullable String idOf(String symbol) {
        return symbol.equals(Format.NO_IDENTIFIER) ? null : symbol;
    }

    private static boolean isPublic(String id) {
        return id.chars()
                .allMatch(c -> (c >= 'a' && c <= 'z')
                        || (c >= 'A' && c <= 'Z')
                        || (c >= '0' && c <= '9')
                        || PUBLIC_CHARACTERS.indexOf(c) >= 0);
    }

    /** Unread rest of a declaration. */
    private static final class Rest {
        private final String text;
        private int at;

        Rest(String text) {
            this.text = text;
        }

        boolean isEmpty() {
            skip();
            return at == text.length();
        }

        boolean passes(String expected) {
            skip();
            boolean found = text.startsWith(expected, at);
            at += found ? expected.length() : 0;
            return found;
        }

        String word() {
            skip();
            int from = at;
            while (at < text.length() && " \t\r\n[>".indexOf(text.charAt(at)) < 0) {
                at++;
            }
            return text.substring(from, at);
        }

        /** Reads a quoted literal; null if there is none. */
        @Nullable
        String literal() {
            skip();
            char quote = at < text.length() ? text.charAt(at) : ' ';
            int end = quote == '"' || quote == '\'' ? text.indexOf(quote, at + 1) : -1;
            if (end < 0) {
                return null;
            }
            String found = text.substring(at + 1, end);
            at = end + 1;
            return found;
        }

        /** Returns the text before that index and skips it, together with one more character. */
        String until(int end) {
            if (end < 0) {
                return "";
            }
            String found = text.substring(at, end);
            at = end + 1;
            return found;
        }

        private void skip() {
            while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
                at++;
            }
        }
    }

    /** Finder of an internal subset's end: the first bracket outside of literals, comments and instructions. */
    private static final class Subset {
        private Subset() {}

        static int end(String text, int from) {
            int at = from;
            while (at >= 0 && at < text.length()) {
                char c = text.charAt(at);
                if (c == ']') {
                    return at;
                }
                if (text.startsWith("<!--", at)) {
                    at = after(text, "-->", at + 4);
                } else if (text.startsWith("<?", at)) {
                    at = after(text, "?>", at + 2);
                } else if (c == '"' || c == '\'') {
                    at = after(text, String.valueOf(c), at + 1);
                } else {
                    at++;
                }
            }
            return -1;
        }

        private static int after(String text, String mark, int from) {
            int found = text.indexOf(mark, from);
            return found < 0 ? -1 : found + mark.length();
        }
    }
}
