package io.parley.cli;

import java.io.IOException;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/** Says to people what went wrong. */
final class Failures {
    private static final int DEEPEST = 5;

    private Failures() {}

    /** The message and that of the first cause; with the stack trace if wanted. */
    static void print(Throwable failure, boolean withTrace, PrintWriter err) {
        err.println("parley: " + text(failure));
        if (withTrace) {
            failure.printStackTrace(err);
        } else if (failure instanceof RuntimeException) {
            err.println("parley: --verbose shows where that came from");
        }
        err.flush();
    }

    /** Adds what keeps a URL from being reached, if something does; a failure to read a file stays as it is. */
    static IOException explained(IOException failure, String location) {
        if (!location.startsWith("http:") && !location.startsWith("https:")) {
            return failure;
        }
        String said = text(failure);
        return WayCheck.trouble(location)
                .map(trouble -> new IOException(said + ": " + trouble, failure))
                .orElse(failure);
    }

    static String text(Throwable failure) {
        Throwable root = failure;
        for (int depth = 1; root.getCause() != null && depth < DEEPEST; depth++) {
            root = root.getCause();
        }
        // CXF and others repeat the cause's message in their own.
        String said = said(failure);
        String why = said(root);
        return said.contains(why) ? said : said + ": " + why;
    }

    private static String said(Throwable failure) {
        @Nullable String message = failure.getMessage();
        return message == null || message.isBlank() ? failure.getClass().getSimpleName() : message.strip();
    }
}
