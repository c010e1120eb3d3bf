package io.parley.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;

/** The error code and text that end REFUSE, GOAWAY and ABORT. */
final class CodedText {
    /** The longest text, in bytes. */
    static final int MAX_BYTES = 512;

    private CodedText() {}

    /** The text in UTF-8, cut between characters to what a frame may carry. */
    static byte[] encode(String text) {
        String cut = text;
        while (ByteBufUtil.utf8Bytes(cut) > MAX_BYTES) {
            int end = Math.min(cut.length() - 1, MAX_BYTES);
            cut = cut.substring(0, Character.isHighSurrogate(cut.charAt(end - 1)) ? end - 1 : end);
        }
        return cut.getBytes(StandardCharsets.UTF_8);
    }

    /** The text that reaches to the frame's end: a peer's words, so nothing in them may act on a log or a terminal. */
    static String read(ByteBuf frame, int offset) {
        int at = frame.readerIndex() + offset;
        int length = frame.writerIndex() - at;
        if (length > MAX_BYTES) {
            throw FrameHeader.malformed("a text of at most " + MAX_BYTES + " bytes", length + " bytes");
        }
        String text = frame.toString(at, length, StandardCharsets.UTF_8);
        StringBuilder clean = new StringBuilder(text.length());
        text.codePoints().map(c -> isHarmless(c) ? c : '?').forEach(clean::appendCodePoint);
        return clean.toString();
    }

    private static boolean isHarmless(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.UNASSIGNED -> false;
            default -> codePoint != 0xFFFD;
        };
    }
}
