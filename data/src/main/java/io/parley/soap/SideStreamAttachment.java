package io.parley.soap;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.representation.SideSource;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Content of an attachment on a side stream. The side streams of a message are only known at its end, so the stream is
 * taken on first use, not when the head is read. Thread-safe; the stream is not.
 */
final class SideStreamAttachment implements SoapAttachment.Content {
    private final SideSource sides;
    private final int number;
    /** Guarded by this, like the fields below. */
    private boolean taken;

    private boolean opened;
    private @Nullable InputStream stream;

    SideStreamAttachment(SideSource sides, int number) {
        this.sides = sides;
        this.number = number;
    }

    @Override
    public synchronized InputStream open() throws IOException {
        if (opened) {
            ParleyException why = new ParleyException(
                    ErrorCode.CLOSED,
                    "an attachment that came on a side stream: expected to be read once, found a second reader; keep a"
                            + " copy of what has to be read again");
            throw new IOException(why.getMessage(), why);
        }
        try {
            keep();
        } catch (ParleyException e) {
            throw new IOException(e.getMessage(), e);
        }
        InputStream unread = stream;
        if (unread == null) {
            throw new IOException("the side stream of the attachment is not available");
        }
        opened = true;
        stream = null;
        return unread;
    }

    @Override
    public synchronized void keep() {
        if (!taken) {
            taken = true;
            stream = sides.take(number, "head, attachments");
        }
    }
}
