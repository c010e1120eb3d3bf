package io.parley.bench.fault;

import java.util.LinkedHashMap;
import java.util.Map;

/** All systems by name, in the order of the page. */
final class Rivals {
    private Rivals() {}

    /** Returns the system with a name, which must be one of {@link #all}. */
    static Rival named(String name) {
        Rival rival = all().get(name);
        if (rival == null) {
            throw new IllegalArgumentException("expected one of " + all().keySet() + ", found " + name);
        }
        return rival;
    }

    static Map<String, Rival> all() {
        Map<String, Rival> all = new LinkedHashMap<>();
        all.put("parley", new ParleyRival());
        all.put("parley-cxf", new CxfRival(CxfRival.Kind.PARLEY));
        all.put("parley-durable", new CxfRival(CxfRival.Kind.DURABLE));
        all.put("grpc", new GrpcRival());
        all.put("rsocket", new RSocketRival());
        all.put("artemis", new ArtemisRival());
        all.put("cxf", new CxfRival(CxfRival.Kind.SOAP));
        all.put("cxf-wsrm", new CxfRival(CxfRival.Kind.RELIABLE));
        return all;
    }
}
