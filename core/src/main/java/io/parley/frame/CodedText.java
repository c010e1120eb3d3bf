package io.parley.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;

/** The text at the end of REFUSE, GOAWAY and ABORT. */
final class CodedText {
    /** Maximum length of a text in bytes. */
    static final int MAX_BYTES = 512;

    private CodedText() {}

    /** Encodes a text in UTF-8, truncated at a character boundary to the maximum length. */
    static byte[] encode(String text) {
        String cut = text;
        while (ByteBufUtil.utf8Bytes(cut) > MAX_BYTES) {
            int end = Math.min(cut.length() - 1, MAX_BYTES);
            cut = cut.substring(0, Character.isHighSurrogate(cut.charAt(end - 1)) ? end - 1 : end);
        }
        return cut.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Decodes the text up to the frame's end, in which characters that could affect a log or terminal are replaced by
     * {@code ?}.
     */
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
