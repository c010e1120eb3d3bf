package io.parley;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.CompletionException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Unwraps and describes failures. */
public final class Causes {
    /** What native transports put before the system's words. */
    private static final Pattern SYSTEM_CALL = Pattern.compile("^\\w+\\(\\.\\.\\) failed with error\\(-?\\d+\\): ");

    private Causes() {}

    /** Returns the cause that a {@link CompletionException} wraps, or the failure itself. */
    public static Throwable of(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : null;
        return cause == null ? failure : cause;
    }

    /**
     * Describes the failure of a connection for an error message, such as {@code Connection refused: host/10.0.0.1:80},
     * without the names of exception classes where the message is clear without them.
     */
    public static String text(@Nullable Throwable failure) {
        if (failure == null) {
            return "no reason";
        }
        if (failure instanceof ClosedChannelException) {
            return "a closed connection";
        }
        String message = failure.getMessage();
        if (failure instanceof ConnectException && (message == null || message.isBlank())) {
            return "no connection"; // as the JDK's HTTP client says it
        }
        if (message == null || message.isBlank() || !(failure instanceof IOException)) {
            return failure.toString();
        }
        return failure instanceof UnknownHostException
                ? "no address of the host " + message
                : SYSTEM_CALL.matcher(message).replaceFirst("");
    }
}
