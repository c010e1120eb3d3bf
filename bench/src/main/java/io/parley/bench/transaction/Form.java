package io.parley.bench.transaction;

import io.parley.bench.contest.Contender;
import io.parley.bench.contest.CxfSettings;
import java.util.Locale;

/** What becomes of the payload on its way. */
public enum Form {
    /** XML, as JAXB writes it. */
    NORMAL(CxfSettings.TEXT, Contender.CXF),
    /** Java serialization by the service's own code; its bytes are the content of one element of the SOAP message. */
    SERIALIZED(CxfSettings.TEXT, Contender.JAVA),
    /** The same bytes as an attachment. */
    MTOM(CxfSettings.MTOM, Contender.CXF_MTOM),
    FASTINFOSET(CxfSettings.FAST_INFOSET, Contender.CXF_FI),
    /** Parley's plugin. */
    HHFR(CxfSettings.PARLEY, Contender.PARLEY_CXF),
    /** Parley's plugin, which carries the envelope as bnux. */
    BNUX(CxfSettings.PARLEY_BNUX, Contender.PARLEY_CXF);

    private final CxfSettings settings;
    private final Contender system;

    Form(CxfSettings settings, Contender system) {
        this.settings = settings;
        this.system = system;
    }

    /** Its name in results. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The system that it counts for. */
    public Contender system() {
        return system;
    }

    CxfSettings settings() {
        return settings;
    }

    /** Whether the application makes bytes of the payload, not CXF. */
    boolean isSerialized() {
        return this == SERIALIZED || this == MTOM;
    }
}
