package io.parley.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;

/** The outcome of a command that was run in this JVM. */
record CommandRun(int exitCode, String out, String err) {

    static CommandRun of(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = of(out, err, args);
        return new CommandRun(exitCode, out.toString(), err.toString());
    }

    /** Runs a command whose output can be read while it runs. */
    static int of(StringWriter out, StringWriter err, String... args) {
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }

    /** Returns the printed JSON object; fails if there is any other output. */
    JsonNode json() throws JsonProcessingException {
        return new ObjectMapper()
                .readerFor(JsonNode.class)
                .with(com.fasterxml.jackson.databind.DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .readValue(out);
    }
}
