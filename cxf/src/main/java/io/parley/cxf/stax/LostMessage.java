package io.parley.cxf.stax;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.io.IOException;
import java.net.SocketTimeoutException;

/** What a chain is told of a message that did not come, or only in part: what CXF expects of a conduit. */
public final class LostMessage {
    private LostMessage() {}

    /**
     * The cause at the end of the chain is no {@link IOException}: one would make a failover selector repeat a call
     * that may have been dispatched.
     */
    public static IOException asIoException(ParleyException why) {
        IOException failure = why.code() == ErrorCode.TIMEOUT
                ? new SocketTimeoutException(why.getMessage())
                : new IOException(why.getMessage());
        failure.initCause(why);
        return failure;
    }
}
