package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.testkit.JavaProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the first negotiation of a JVM succeeds with default settings, even while its processors are busy. */
class ColdStartTest {
    private static final Pattern SHARE = Pattern.compile("(?m)^share ([0-9.]+)$");
    /** Share of the processors below which other load on the machine would decide the outcome. */
    private static final double ENOUGH = 0.6;

    private static final int MOST_TRIES = 3;

    @TempDir
    private Path folder;

    @Test
    void theFirstNegotiationOfAFreshJvmWithBusyProcessorsSucceeds() throws Exception {
        String output = run();
        for (int tries = 1; !isGood(output) && share(output) < ENOUGH; tries++) {
            System.out.printf("cold start: the machine gave it %.2f of its processors%n", share(output));
            Assumptions.assumeTrue(tries < MOST_TRIES, "the machine is too busy to tell");
            output = run();
        }
        assertThat(isGood(output)).as(output).isTrue();
    }

    private static boolean isGood(String output) {
        return output.contains("kind ANSWER") && output.contains("streamed 1 fallbacks {NEGOTIATING=1}");
    }

    /** Returns the share that the program printed; 1 if it ended before it printed one. */
    private static double share(String output) {
        Matcher said = SHARE.matcher(output);
        return said.find() ? Double.parseDouble(said.group(1)) : 1;
    }

    private String run() throws IOException, InterruptedException {
        return JavaProgram.of(ColdStart.class).run(folder).said();
    }
}
