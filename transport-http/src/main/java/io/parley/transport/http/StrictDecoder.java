package io.parley.transport.http;

import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequestDecoder;

/**
 * Reads requests as RFC 9112 writes them and refuses what two readers could read in two ways: a body with both a length
 * and chunks (section 6.1), several lengths, lines that end in a line feed alone. Belongs to one connection.
 */
final class StrictDecoder extends HttpRequestDecoder {
    static final int MOST_LINE_BYTES = 8 * 1024;
    static final int MOST_HEADER_BYTES = 16 * 1024;
    private static final int CHUNK_BYTES = 64 * 1024;

    StrictDecoder() {
        super(new HttpDecoderConfig()
                .setMaxInitialLineLength(MOST_LINE_BYTES)
                .setMaxHeaderSize(MOST_HEADER_BYTES)
                .setMaxChunkSize(CHUNK_BYTES)
                .setAllowDuplicateContentLengths(false)
                .setStrictLineParsing(true)
                .setUseRfc9112TransferEncoding(true)
                .setValidateHeaders(true));
    }

    /** Netty would go on with the chunks; a proxy before it may have gone by the length. */
    @Override
    protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
        throw new IllegalArgumentException("both a length and chunks");
    }
}
