package io.parley.cxf.contracts;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.Published;
import io.parley.negotiation.Mode;
import java.util.List;
import java.util.Random;

/** Random terms for the clients and services of random contracts. */
final class RandomTerms {
    private RandomTerms() {}

    /** Returns any terms of a client. */
    static ParleyFeature of(Random random) {
        return over(random, random.nextInt(4) == 0 ? "http" : "stream", random.nextBoolean() ? "none" : "resume")
                .mode(random.nextInt(5) == 0 ? Mode.AUTO : Mode.ALWAYS)
                .set("parley.compression", random.nextBoolean() ? "none" : "delta,none")
                .set("parley.static-headers", random.nextBoolean());
    }

    /** Returns terms of a client with that channel and reliability, and any representation. */
    static ParleyFeature over(Random random, String channel, String reliability) {
        return Published.patient()
                .mode(Mode.ALWAYS)
                .set("parley.channels", channel)
                .set(
                        "parley.representations",
                        List.of("hhfr,bnux", "bnux", "tdxml,bnux", "hhfr").get(random.nextInt(4)))
                .set("parley.reliability", reliability);
    }

    /** Returns terms of a service that accepts all of them. */
    static ParleyFeature ofService() {
        return Published.patient()
                .set("parley.representations", "hhfr,tdxml,bnux")
                .set("parley.reliability", "resume")
                .set("parley.compression", "delta,none");
    }
}
