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

/** The first negotiation of a JVM is as good as any other, with all settings as by default. */
class ColdStartTest {
    private static final Pattern SHARE = Pattern.compile("(?m)^share ([0-9.]+)$");
    /** Of the processors: with less, others on the machine decided what came of it. */
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

    /** All of it, if the program did not get as far as to say. */
    private static double share(String output) {
        Matcher said = SHARE.matcher(output);
        return said.find() ? Double.parseDouble(said.group(1)) : 1;
    }

    private String run() throws IOException, InterruptedException {
        return JavaProgram.of(ColdStart.class).run(folder).said();
    }
}
