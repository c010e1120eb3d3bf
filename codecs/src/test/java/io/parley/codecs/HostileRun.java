package io.parley.codecs;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Runs catalogues of attacks in a separate JVM. Prints the number of tests of each, and exits with status 1 if one
 * failed.
 */
public final class HostileRun {
    private HostileRun() {}

    /**
     * Runs the catalogues.
     *
     * @param classes the names of test classes
     */
    public static void main(String[] classes) {
        long failed = Arrays.stream(classes).mapToLong(HostileRun::run).sum();
        System.exit(failed == 0 ? 0 : 1);
    }

    private static long run(String name) {
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectClass(name))
                                .build(),
                        listener);
        TestExecutionSummary summary = listener.getSummary();
        summary.printFailuresTo(new PrintWriter(System.err, true, StandardCharsets.UTF_8), 10);
        System.out.println(name + " " + summary.getTestsSucceededCount());
        return summary.getTotalFailureCount();
    }
}
