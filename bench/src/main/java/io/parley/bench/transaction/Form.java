package io.parley.bench.transaction;

import io.parley.bench.contest.Contender;
import io.parley.bench.contest.CxfSettings;
import java.util.Locale;

/** The form of the payload in transit. */
public enum Form {
    /** XML, as JAXB writes it. */
    NORMAL(CxfSettings.TEXT, Contender.CXF),
    /** Java serialization by the service's own code; the bytes are the content of one element of the SOAP message. */
    SERIALIZED(CxfSettings.TEXT, Contender.JAVA),
    /** The bytes of {@link #SERIALIZED} as an attachment. */
    MTOM(CxfSettings.MTOM, Contender.CXF_MTOM),
    FASTINFOSET(CxfSettings.FAST_INFOSET, Contender.CXF_FI),
    /** Parley's plugin. */
    HHFR(CxfSettings.PARLEY, Contender.PARLEY_CXF),
    /** Parley's plugin with the envelope as bnux. */
    BNUX(CxfSettings.PARLEY_BNUX, Contender.PARLEY_CXF);

    private final CxfSettings settings;
    private final Contender system;

    Form(CxfSettings settings, Contender system) {
        this.settings = settings;
        this.system = system;
    }

    /** Returns the name in results. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the system that the results belong to. */
    public Contender system() {
        return system;
    }

    CxfSettings settings() {
        return settings;
    }

    /** Returns whether the application serializes the payload, instead of CXF. */
    boolean isSerialized() {
        return this == SERIALIZED || this == MTOM;
    }
}
