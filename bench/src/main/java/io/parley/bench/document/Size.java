package io.parley.bench.document;

import java.util.Locale;

/** The size classes of the bnux paper, by the length of the XML. */
public enum Size {
    /** At most 1,000 bytes. */
    SMALL(1_000),
    /** At most 4 MB. */
    MEDIUM(4_000_000),
    LARGE(Integer.MAX_VALUE);

    private final int most;

    Size(int most) {
        this.most = most;
    }

    /** Returns the class of a document with the given length. */
    static Size of(int bytes) {
        for (Size size : values()) {
            if (bytes <= size.most) {
                return size;
            }
        }
        throw new IllegalStateException("larger than large: " + bytes);
    }

    /** Returns the name in results. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
