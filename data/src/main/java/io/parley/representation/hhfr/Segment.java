package io.parley.representation.hhfr;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.binding.Part;
import io.parley.binding.Parts;
import io.parley.representation.Sink;
import io.parley.representation.Source;

/** Segments of a message; the first byte of each names its kind (docs/reference/hhfr.md, "Message"). */
final class Segment {
    /** End of the message. */
    static final int END = 0;
    /** Events of the infoset representation, up to its pause or the end of the document. */
    static final int RUN = 1;
    /** The number and mark of a part, then its record. */
    static final int PART = 2;
    /** The start tags of an ordinary envelope, whose SOAP version is the byte behind; only the first segment. */
    static final int ENVELOPE = 3;
    /** The end tag of the innermost open element of an ordinary envelope; implied at the end of the message. */
    static final int END_TAG = 4;

    private Segment() {}

    /** Writes the head of the segment of a typed part. */
    static void beginPart(Sink sink, int number, Part part) {
        sink.writeByte(PART);
        sink.writeVarint(number);
        sink.writeInt(part.mark());
    }

    /**
     * Reads the number of a typed part, after the byte {@link #PART}.
     *
     * @throws ParleyException {@code MALFORMED_MESSAGE} if no typed part has that number, {@code UNKNOWN_OPERATION} if
     *     it is a different part in the sender's contract
     */
    static int partNumber(Source source, Parts parts) {
        long number = source.readVarint();
        if (number < 0 || number >= parts.size() || !parts.get((int) number).isTyped()) {
            throw ParleyException.malformed(
                    "the number of a typed part", Long.toUnsignedString(number), source.at("segment"));
        }
        Part part = parts.get((int) number);
        if (source.readInt() != part.mark()) {
            throw new ParleyException(
                    ErrorCode.UNKNOWN_OPERATION,
                    source.at("segment") + ": expected number " + number + " to stand for " + part.key()
                            + ", found the mark of another part: the two sides have different contracts");
        }
        return (int) number;
    }
}
