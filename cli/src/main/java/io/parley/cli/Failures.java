package io.parley.cli;

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
