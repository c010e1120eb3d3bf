package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class MainTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void helpSaysWhatTheCommandIsFor() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString()).contains("Usage: parley").contains("SOAP endpoints");
    }

    @Test
    void versionNamesTheProduct() {
        assertThat(run("--version")).isZero();
        assertThat(out.toString()).startsWith("parley ");
    }

    @Test
    void anUnknownCommandIsAnErrorOfTheCaller() {
        assertThat(run("parlez")).isEqualTo(2);
        assertThat(err.toString()).contains("parlez");
    }

    private int run(String... args) {
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }
}
