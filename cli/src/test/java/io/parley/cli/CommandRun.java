package io.parley.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;

/** A command, run in this JVM, and what it left behind. */
record CommandRun(int exitCode, String out, String err) {

    static CommandRun of(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = of(out, err, args);
        return new CommandRun(exitCode, out.toString(), err.toString());
    }

    /** For commands that are watched while they run. */
    static int of(StringWriter out, StringWriter err, String... args) {
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }

    /** The one JSON object that was printed; fails if there is anything else. */
    JsonNode json() throws JsonProcessingException {
        return new ObjectMapper()
                .readerFor(JsonNode.class)
                .with(com.fasterxml.jackson.databind.DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .readValue(out);
    }
}
