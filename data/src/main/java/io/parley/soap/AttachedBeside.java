package io.parley.soap;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.representation.SideSource;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * An attachment on a side stream. Which side streams a message has is only known at its end, so it is taken when somebody
 * wants it, not when the head is read. Thread-safe; what it opens is not.
 */
final class AttachedBeside implements SoapAttachment.Content {
    private final SideSource sides;
    private final int number;
    /** Guarded by this. */
    private boolean taken;

    private boolean opened;
    private @Nullable InputStream stream;

    AttachedBeside(SideSource sides, int number) {
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
        InputStream once = stream;
        if (once == null) {
            throw new IOException("the attachment could not be taken before");
        }
        opened = true;
        stream = null;
        return once;
    }

    @Override
    public synchronized void keep() {
        if (!taken) {
            taken = true;
            stream = sides.take(number, "head, attachments");
        }
    }
}
