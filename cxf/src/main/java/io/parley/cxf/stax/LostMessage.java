package io.parley.cxf.stax;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;

/** Converts the loss of a message, complete or partial, to the exceptions that CXF expects of a conduit. */
public final class LostMessage {
    private LostMessage() {}

    /**
     * Returns whether a code is a transport failure: of the session, its connection, or the time or memory for a
     * message, but not of its content.
     */
    public static boolean isBy(ErrorCode code) {
        return switch (code) {
            case BUDGET, CANCELLED, CONTEXT_UNAVAILABLE, NOT_DISPATCHED, TIMEOUT -> true;
            default -> code.scope() != ErrorCode.Scope.MESSAGE;
        };
    }

    /**
     * Returns the exception for CXF. Its root cause is not an {@link IOException}, for which a failover selector would
     * repeat a call that may have been dispatched.
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
