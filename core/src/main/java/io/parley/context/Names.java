package io.parley.context;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;

/** Validation of scopes, names and principals, of any origin. */
final class Names {
    /** Maximum length in bytes, which fits into the index rows of all supported databases. */
    static final int MAX_BYTES = 1_000;

    static final int MAX_OWNER_BYTES = 500;

    /** Order by code points, which equals that of the UTF-8 bytes. */
    static final Comparator<String> ORDER = Names::compare;

    private Names() {}

    static String checked(String what, String name, int maxBytes) {
        if (name.isEmpty() || name.length() > maxBytes || name.getBytes(StandardCharsets.UTF_8).length > maxBytes) {
            throw refused(what, maxBytes, name.length() + " characters");
        }
        name.codePoints().filter(Names::isForbidden).findFirst().ifPresent(point -> {
            throw refused(what, maxBytes, String.format("U+%04X", point));
        });
        return name;
    }

    private static boolean isForbidden(int point) {
        boolean halfAPair = point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
        return halfAPair || Character.isISOControl(point);
    }

    private static ParleyException refused(String what, int maxBytes, String found) {
        return new ParleyException(
                ErrorCode.CONTEXT_REFUSED,
                what + ": expected 1 to " + maxBytes + " bytes of UTF-8 without control characters, found " + found);
    }

    private static int compare(String left, String right) {
        int length = Math.min(left.length(), right.length());
        for (int i = 0; i < length; i++) {
            char a = left.charAt(i);
            char b = right.charAt(i);
            if (a != b) {
                // Supplementary characters, encoded as surrogates, sort after all others.
                int bySurrogates = Boolean.compare(Character.isSurrogate(a), Character.isSurrogate(b));
                return bySurrogates == 0 ? Character.compare(a, b) : bySurrogates;
            }
        }
        return Integer.compare(left.length(), right.length());
    }
}
