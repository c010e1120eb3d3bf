package io.parley.cxf.stax;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;

/** Report to a chain that a message did not come, or only in part, in the form that CXF expects of a conduit. */
public final class LostMessage {
    private LostMessage() {}

    /**
     * Returns whether the transport failed: the session, its connection, the time or the room for a message, and not
     * its content.
     */
    public static boolean isBy(ErrorCode code) {
        return switch (code) {
            case BUDGET, CANCELLED, CONTEXT_UNAVAILABLE, NOT_DISPATCHED, TIMEOUT -> true;
            default -> code.scope() != ErrorCode.Scope.MESSAGE;
        };
    }

    /**
     * The cause at the end of the chain is no {@link IOException}: one would make a failover selector repeat a call
     * that may have been dispatched.
     */
    public static IOException asIoException(ParleyException why) {
        IOException failure = of(why);
        failure.initCause(why);
        return failure;
    }

    private static IOException of(ParleyException why) {
        if (why.code() == ErrorCode.TIMEOUT) {
            return new SocketTimeoutException(why.getMessage());
        }
        return why.getCause() instanceof InterruptedException
                ? new InterruptedIOException(why.getMessage())
                : new IOException(why.getMessage());
    }
}
