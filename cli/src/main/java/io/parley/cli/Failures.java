package io.parley.cli;

import java.io.IOException;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/** Prints failures as text. */
final class Failures {
    private static final int DEEPEST = 5;

    private Failures() {}

    /** Prints the message and that of the first cause, and the stack trace if requested. */
    static void print(Throwable failure, boolean withTrace, PrintWriter err) {
        err.println("parley: " + text(failure));
        if (withTrace) {
            failure.printStackTrace(err);
        } else if (failure instanceof RuntimeException) {
            err.println("parley: --verbose shows where that came from");
        }
        err.flush();
    }

    /** Adds the reason why a URL cannot be reached, if one is found; failures to read a file are unchanged. */
    static IOException explained(IOException failure, String location) {
        if (!location.startsWith("http:") && !location.startsWith("https:")) {
            return failure;
        }
        String message = text(failure);
        return NetworkCheck.trouble(location)
                .map(trouble -> new IOException(message + ": " + trouble, failure))
                .orElse(failure);
    }

    static String text(Throwable failure) {
        Throwable root = failure;
        for (int depth = 1; root.getCause() != null && depth < DEEPEST; depth++) {
            root = root.getCause();
        }
        // CXF and others repeat the cause's message in their own.
        String message = messageOf(failure);
        String cause = messageOf(root);
        return message.contains(cause) ? message : message + ": " + cause;
    }

    private static String messageOf(Throwable failure) {
        @Nullable String message = failure.getMessage();
        return message == null || message.isBlank() ? failure.getClass().getSimpleName() : message.strip();
    }
}
