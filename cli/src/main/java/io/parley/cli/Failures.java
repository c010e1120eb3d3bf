package io.parley.cli;

import io.parley.ParleyException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints failures: on standard error as one line, and on standard output as JSON if the command was to print that. */
final class Failures {
    private static final int DEEPEST = 5;

    private Failures() {}

    /** The JSON object of a failed command. */
    record Failed(String error) {}

    /** Prints the message and that of the first cause, and the stack trace if requested. */
    static void print(Throwable failure, boolean withTrace, CommandLine command, boolean json) {
        String text = text(failure);
        boolean isUnexpected = failure instanceof RuntimeException && !(failure instanceof ParleyException);
        print(isUnexpected && !withTrace ? text + "; --verbose prints the stack trace" : text, command, json);
        if (withTrace) {
            failure.printStackTrace(command.getErr());
            command.getErr().flush();
        }
    }

    /** Prints why a command line is invalid, and how to get help. */
    static void print(ParameterException invalid, boolean json) {
        CommandLine command = invalid.getCommandLine();
        StringWriter suggestions = new StringWriter();
        UnmatchedArgumentException.printSuggestions(invalid, new PrintWriter(suggestions, true));
        String suggested = suggestions.toString().isBlank() ? "" : "; " + oneLine(suggestions.toString());
        String help = command.getCommandSpec().qualifiedName() + " --help";
        print(oneLine(messageOf(invalid)) + suggested + "; see " + help, command, json);
    }

    private static void print(String text, CommandLine command, boolean json) {
        command.getErr().println("parley: " + text);
        command.getErr().flush();
        if (json) {
            Console.of(command.getCommandSpec()).json(new Failed(text));
        }
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
        return oneLine(message.contains(cause) ? message : message + ": " + cause);
    }

    /** Returns the text without line breaks, which parsers of XML have in their messages. */
    private static String oneLine(String text) {
        return text.strip().replaceAll("\\s*\\R\\s*", " ");
    }

    private static String messageOf(Throwable failure) {
        if (failure instanceof FileSystemException file && file.getFile() != null) {
            return file.getFile() + ": " + problem(file);
        }
        @Nullable String message = failure.getMessage();
        return message == null || message.isBlank() ? failure.getClass().getSimpleName() : message.strip();
    }

    /** Returns what is wrong with a file, since the messages of the JDK often consist of its name alone. */
    private static String problem(FileSystemException failure) {
        if (failure instanceof NoSuchFileException) {
            return "expected a file or folder, found none";
        }
        if (failure instanceof AccessDeniedException) {
            return "expected permission to use it, found none";
        }
        @Nullable String reason = failure.getReason();
        return reason == null ? failure.getClass().getSimpleName() : reason;
    }
}
