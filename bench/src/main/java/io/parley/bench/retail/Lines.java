package io.parley.bench.retail;

import io.parley.bench.contest.CxfSettings;
import io.parley.bench.contest.Door;
import java.util.List;

/** The systems of the TDXML paper and current ones. */
public final class Lines {
    /** The lines through CXF's interceptor chains, which take long to warm up. */
    public static final List<String> SLOW = List.of("soap", "tdxml-elements", "tdxml-string");

    /** All lines, in the order of reports. */
    public static final List<String> ALL = List.of("soap", "tdxml-elements", "tdxml-string", "tdxml", "hhfr", "grpc");

    private Lines() {}

    /**
     * Starts a server and a client for it.
     *
     * @throws IllegalArgumentException if there is no such line
     */
    public static Line<?> open(String name, Door door) throws Exception {
        return switch (name) {
            case "soap" -> SoapLine.open(CxfSettings.TEXT, door);
            case "tdxml-elements" -> SoapLine.open(CxfSettings.TDXML_ENVELOPES, door);
            case "tdxml-string" -> new StringLine(door);
            case "tdxml", "hhfr" -> new StreamLine(name, door);
            case "grpc" -> new GrpcLine(door);
            default -> throw new IllegalArgumentException("no way is called " + name + "; there are " + ALL);
        };
    }
}
