package io.parley.delta;

import io.parley.representation.Sink;
import org.jspecify.annotations.Nullable;

/** Forms of content after its head: unchanged, or as a difference (docs/protocol/framing.md, "Differences"). */
final class Form {
    /** Minimum size of content that is kept or compared: shorter content has too little to save. */
    static final int MIN_BYTES = 256;

    private Form() {}

    /** Returns the difference; null if it is not at least an eighth smaller than the content. */
    static byte @Nullable [] difference(Base base, byte[] content) {
        return content.length < MIN_BYTES
                ? null
                : Difference.of(base, content, content.length, content.length - content.length / 8);
    }

    static void writeDifference(byte[] content, byte[] difference, Sink out) {
        out.writeVarint(content.length);
        out.writeInt(Expansion.checksum(content, content.length));
        out.writeBytes(difference, 0, difference.length);
    }
}
