package io.parley.soap;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * Attachment of a SOAP message, as in SOAP with Attachments (docs/protocol/framing.md, 5.5). Immutable but for its
 * content, which belongs to one thread at a time.
 *
 * @param id identifier by which the envelope refers to it, without {@code cid:}; may be empty
 * @param headers MIME headers in order, the content type among them
 */
public record SoapAttachment(String id, List<SoapHead.Header> headers, Content content) {
    /** Content of an attachment. */
    public interface Content {
        /**
         * Opens the content at its start; the caller closes it. The content of a received attachment on a side stream
         * can be opened once, and reading it blocks: never on an event loop.
         *
         * @throws IOException with a {@link io.parley.ParleyException} as its cause: {@code CLOSED} if it was opened
         *     before, {@code MALFORMED_MESSAGE} if the message refers to a side stream that it does not have
         */
        InputStream open() throws IOException;

        /** Makes the content readable after the message was closed. Blocks until the whole message has arrived. */
        default void keep() {}
    }

    public SoapAttachment {
        headers = List.copyOf(headers);
    }
}
