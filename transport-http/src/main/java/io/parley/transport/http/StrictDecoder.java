package io.parley.transport.http;

import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequestDecoder;

/**
 * Request decoder that refuses ambiguous requests (RFC 9112): a body with both a length and chunks (section 6.1),
 * several lengths, and lines that end in a bare line feed. Used by one connection.
 */
final class StrictDecoder extends HttpRequestDecoder {
    static final int MAX_LINE_BYTES = 8 * 1024;
    static final int MAX_HEADER_BYTES = 16 * 1024;
    private static final int CHUNK_BYTES = 64 * 1024;

    StrictDecoder() {
        super(new HttpDecoderConfig()
                .setMaxInitialLineLength(MAX_LINE_BYTES)
                .setMaxHeaderSize(MAX_HEADER_BYTES)
                .setMaxChunkSize(CHUNK_BYTES)
                .setAllowDuplicateContentLengths(false)
                .setStrictLineParsing(true)
                .setUseRfc9112TransferEncoding(true)
                .setValidateHeaders(true));
    }

    /** Refuses the message: Netty would use the chunks, and a proxy in front of it may have used the length. */
    @Override
    protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
        throw new IllegalArgumentException("both a length and chunks");
    }
}
