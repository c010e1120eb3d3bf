package io.parley.bench.loss;

import io.parley.bench.result.Json;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.HostPort;
import io.parley.runtime.ParleyRuntime;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * Server program of a trial, in a JVM of its own at one end of the link. Its arguments are the trial, the way and the
 * host. It prints a {@link Ends.Place} as a line of JSON, then a token for each line it reads, and ends at the end of
 * its input.
 */
public final class LossServer {
    private LossServer() {}

    /** Runs the server until the end of its input. */
    public static void main(String[] arguments) throws Exception {
        Trial trial = Trial.valueOf(arguments[0]);
        Way way = Way.valueOf(arguments[1]);
        String host = arguments[2];
        Ends.rehearse(trial, way);
        try (ParleyRuntime runtime = Ends.runtime(trial)) {
            Ends.Place place = Ends.listen(runtime, way, host);
            System.out.println(Json.line(place));
            Agreement agreement = way.agreement(trial, new HostPort(host, place.port()), place.certificate());
            Work work = trial.work();
            BufferedReader asked = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            while (asked.readLine() != null) {
                System.out.println(Ends.token(runtime, agreement, work));
            }
        }
        System.exit(0);
    }
}
