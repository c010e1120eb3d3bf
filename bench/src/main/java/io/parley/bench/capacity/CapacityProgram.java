package io.parley.bench.capacity;

import com.sun.management.UnixOperatingSystemMXBean;
import io.parley.bench.remote.RemoteGround;
import io.parley.bench.result.Json;
import io.parley.bench.result.RunInfo;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Measurement of crowds one after the other, each with servers in a new JVM. Writes the page about them.
 *
 * @param progress receives a line at the start of each crowd
 * @param warmUp duration of the calls before each measurement
 * @param measured duration of each measurement
 */
public record CapacityProgram(Consumer<String> progress, Duration warmUp, Duration measured) {
    private static final List<String> SYSTEMS = List.of("parley", "grpc", "parley-cxf", "cxf");
    private static final List<Integer> CALLERS = List.of(1, 4, 16, 64);
    /**
     * Numbers of sessions of the standalone system. Each CXF client has a bus of its own, whose cost is not the
     * session's, so CXF is measured with the smallest number only.
     */
    private static final List<Integer> SESSIONS = List.of(100, 1_000, 10_000);

    private static final int CALLERS_OF_SESSIONS = 8;
    /** System whose large contents are measured with one caller only: over SOAP, more callers add no information. */
    private static final String SLOW = "cxf";

    private static final int LARGE_CALLERS = 4;
    private static final int DESCRIPTORS = 6;
    private static final int DESCRIPTORS_OF_PROCESS = 1_000;

    /**
     * Measures the crowds whose name SYSTEM/WORKLOAD is wanted. A crowd that cannot be measured is skipped
     * and listed on the page with the reason.
     *
     * @param out receives a line of JSON for each crowd, or a table at the end
     * @param page path of the page to write at the end; null for none
     * @return whether every crowd was measured
     */
    public boolean run(Predicate<String> wanted, boolean json, PrintWriter out, @Nullable Path page, RunInfo info)
            throws IOException {
        List<Crowd> crowds = new ArrayList<>();
        List<Carried> all = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        for (Crowd crowd : crowds()) {
            if (wanted.test(crowd.system() + "/" + crowd.workload())) {
                obstacle(crowd).ifPresentOrElse(reason -> miss(missing, crowd, reason), () -> crowds.add(crowd));
            }
        }
        for (Crowd crowd : crowds) {
            progress.accept(crowd.toString());
            try {
                all.add(measure(crowd, json, out));
            } catch (IOException | RuntimeException e) {
                miss(missing, crowd, String.valueOf(e.getMessage()));
            }
        }
        if (!json) {
            CapacityPage.table(all).print(out);
        }
        if (page != null) {
            CapacityPage.write(page, all, missing, info);
        }
        return missing.isEmpty();
    }

    private Carried measure(Crowd crowd, boolean json, PrintWriter out) throws IOException {
        try (RemoteGround ground = RemoteGround.beside()) {
            Carried carried = CrowdRun.measure(crowd, ground, warmUp, measured);
            if (json) {
                Json.print(carried, out);
            }
            return carried;
        }
    }

    private void miss(List<String> missing, Crowd crowd, String reason) {
        missing.add(crowd + ": " + reason);
        progress.accept("not measured: " + crowd + ": " + reason);
    }

    /**
     * Returns the reason why a crowd cannot run here, before anything is measured: each session needs a socket, and
     * clients of CXF have an HTTP client each with further file descriptors.
     */
    private static Optional<String> obstacle(Crowd crowd) {
        int each = crowd.system().equals("parley") ? 1 : DESCRIPTORS;
        long needed = (long) each * crowd.sessions() + DESCRIPTORS_OF_PROCESS;
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                && system.getMaxFileDescriptorCount() < needed) {
            return Optional.of("expected " + needed + " descriptors, found " + system.getMaxFileDescriptorCount()
                    + "; raise the limit by `ulimit -n " + needed + "`");
        }
        return Optional.empty();
    }

    private static List<Crowd> crowds() {
        List<Crowd> crowds = new ArrayList<>();
        for (String workload : List.of("void", "rec-complex", "f64-1000")) {
            for (String system : SYSTEMS) {
                for (int callers : CALLERS) {
                    crowds.add(new Crowd(system, workload, callers, 1));
                }
            }
        }
        for (String workload : List.of("f64-1MB", "f64-11MB")) {
            for (String system : SYSTEMS) {
                crowds.add(new Crowd(system, workload, 1, 1));
                if (!system.equals(SLOW)) {
                    crowds.add(new Crowd(system, workload, LARGE_CALLERS, 1));
                }
            }
        }
        for (int sessions : SESSIONS) {
            crowds.add(new Crowd("parley", "rec-complex", CALLERS_OF_SESSIONS, sessions));
        }
        crowds.add(new Crowd("parley-cxf", "rec-complex", CALLERS_OF_SESSIONS, SESSIONS.get(0)));
        return crowds;
    }
}
