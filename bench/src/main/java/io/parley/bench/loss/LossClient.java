package io.parley.bench.loss;

import io.parley.bench.result.Json;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.HostPort;
import io.parley.runtime.ParleyRuntime;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Client program of a trial, in a JVM of its own at one end of the link. Its arguments are the trial, the way, the
 * listener's host, and the line printed by {@link LossServer}. It prints {@code token} for each token it needs, then
 * reads the token as a line, and finally prints its figures as a line of JSON.
 */
public final class LossClient {
    static final String TOKEN = "token";

    private LossClient() {}

    /** Runs the trial once. */
    public static void main(String[] arguments) throws Exception {
        Trial trial = Trial.valueOf(arguments[0]);
        Way way = Way.valueOf(arguments[1]);
        Ends.Place place = Json.read(arguments[3], Ends.Place.class);
        Agreement agreement = way.agreement(trial, new HostPort(arguments[2], place.port()), place.certificate());
        BufferedReader given = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Ends.rehearse(trial, way);
        try (ParleyRuntime runtime = Ends.runtime(trial)) {
            Map<String, Double> figures = trial.work().run(() -> Ends.open(runtime, agreement, ask(given)));
            System.out.println(Json.line(figures));
        }
        System.exit(0);
    }

    private static String ask(BufferedReader given) throws IOException {
        System.out.println(TOKEN);
        String token = given.readLine();
        if (token == null) {
            throw new IOException("expected a token, found the end of the input");
        }
        return token;
    }
}
