package io.parley.representation.tdxml;

/**
 * Canonical order of keys in the text of a table: an element's attributes, its own row, its children, each by number,
 * then by occurrence. Compares keys in place, so that sorting needs two numbers per row.
 */
final class Keys {
    private Keys() {}

    /**
     * Compares two parsed keys in the canonical order.
     *
     * @param a index of the first key
     * @param b index of the second key
     */
    static int compare(byte[] table, int a, int b) {
        int i = a;
        int j = b;
        while (table[i] == table[j]) {
            if (table[i] == '|') {
                return 0;
            }
            i++;
            j++;
        }
        boolean digits = isDigit(table[i]);
        boolean otherDigits = isDigit(table[j]);
        if (digits || otherDigits) {
            return compareNumbers(table, startOfNumber(table, i), startOfNumber(table, j));
        }
        return Integer.compare(rank(table[i]), rank(table[j]));
    }

    /** Sorts the starts of rows by their keys. */
    static int[] sort(byte[] table, int[] starts) {
        int[] from = starts;
        int[] to = new int[starts.length];
        for (int width = 1; width < starts.length; width = Math.max(width, 2 * width)) {
            for (int left = 0; left < starts.length; left += 2 * width) {
                int middle = Math.min(left + width, starts.length);
                merge(table, from, left, middle, Math.min(middle + width, starts.length), to);
            }
            int[] swap = from;
            from = to;
            to = swap;
        }
        return from;
    }

    private static void merge(byte[] table, int[] from, int left, int middle, int right, int[] to) {
        int i = left;
        int j = middle;
        for (int k = left; k < right; k++) {
            boolean first = i < middle && (j >= right || compare(table, from[i], from[j]) <= 0);
            to[k] = first ? from[i++] : from[j++];
        }
    }

    /** Compares numbers without leading zeros: the one with more digits is larger, and none comes first. */
    private static int compareNumbers(byte[] table, int a, int b) {
        int i = a;
        int j = b;
        int order = 0;
        while (isDigit(table[i]) && isDigit(table[j])) {
            order = order == 0 ? Byte.compare(table[i], table[j]) : order;
            i++;
            j++;
        }
        if (isDigit(table[i]) || isDigit(table[j])) {
            return isDigit(table[i]) ? 1 : -1;
        }
        return order;
    }

    private static int startOfNumber(byte[] table, int at) {
        int start = at;
        while (isDigit(table[start - 1])) {
            start--;
        }
        return start;
    }

    private static int rank(byte b) {
        return switch (b) {
            case '(' -> 0;
            case '|' -> 1;
            default -> 2;
        };
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }
}
