package io.parley.bench.contest;

import io.parley.bench.data.Workload;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** Who takes part, under the names of the command line and the results. */
public enum Contender {
    /** Parley's endpoint on the stream channel alone. */
    PARLEY("parley", Warmth.QUICK),
    /** The same, but members of beans are reached by the interpreter instead of generated classes. */
    PARLEY_INTERPRETED("parley-interpreted", Warmth.QUICK),
    /** Parley's plugin, under ordinary CXF proxies. */
    PARLEY_CXF("parley-cxf", Warmth.SLOW, CxfSettings.PARLEY),
    /** Netty and nothing else: what the bytes cost. */
    NETTY("netty", Warmth.QUICK),
    /** A blocking socket on each side, whose arrays are decoded: what bytes and arrays cost. */
    BLOCKING("blocking", Warmth.QUICK),
    /** gRPC with generated messages, which are the application's own objects. */
    GRPC("grpc", Warmth.QUICK),
    /** CXF: SOAP over HTTP as text. */
    CXF("cxf", Warmth.VERY_SLOW),
    /** CXF with FastInfoset on both sides. */
    CXF_FI("cxf-fi", Warmth.VERY_SLOW, CxfSettings.FAST_INFOSET),
    /** CXF with binaries as attachments, kept in memory. */
    CXF_MTOM("cxf-mtom", Warmth.VERY_SLOW, CxfSettings.MTOM),
    /** CXF with compressed text. */
    CXF_GZIP("cxf-gzip", Warmth.VERY_SLOW, CxfSettings.GZIP),
    /** Parley's plugin, over posts to the service's URL. */
    PARLEY_HTTP("parley-http", Warmth.SLOW, CxfSettings.PARLEY_HTTP),
    /** Parley's plugin, in a WebSocket at the service's URL. */
    PARLEY_WEBSOCKET("parley-websocket", Warmth.SLOW, CxfSettings.PARLEY_WEBSOCKET),
    /** Parley's plugin at an https address: the stream with TLS of its own. */
    PARLEY_TLS("parley-cxf-tls", Warmth.SLOW, CxfSettings.PARLEY),
    /** Parley's plugin, in a WebSocket through nginx, which ends TLS. */
    PARLEY_NGINX("parley-nginx-tls", Warmth.SLOW, CxfSettings.PARLEY_WEBSOCKET),
    /** Parley's plugin on a queue, over the jms channel. */
    PARLEY_JMS("parley-jms", Warmth.SLOW, CxfSettings.PARLEY_JMS),
    /** The same on a broker with a journal; frames of sessions are not persistent. */
    PARLEY_JMS_JOURNAL("parley-jms-journal", Warmth.SLOW, CxfSettings.PARLEY_JMS),
    /** CXF: SOAP over JMS as text. */
    CXF_JMS("cxf-jms", Warmth.VERY_SLOW),
    /** The same on a broker with a journal, in messages that are persistent. */
    CXF_JMS_JOURNAL("cxf-jms-journal", Warmth.VERY_SLOW),
    /** A bare BytesMessage there and back: what the broker costs. */
    ARTEMIS("artemis", Warmth.QUICK),
    /** Java serialization, which only encodes and decodes. */
    JAVA("java", Warmth.QUICK);

    private final String word;
    private final Warmth warmth;
    /** How CXF is set up, where it is CXF. */
    private final CxfSettings settings;

    Contender(String word, Warmth warmth) {
        this(word, warmth, CxfSettings.TEXT);
    }

    Contender(String word, Warmth warmth, CxfSettings settings) {
        this.word = word;
        this.warmth = warmth;
        this.settings = settings;
    }

    /**
     * The contender of that name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Contender of(String word) {
        return Arrays.stream(values())
                .filter(contender -> contender.word.equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no system is called " + word));
    }

    /** Its name in results. */
    public String word() {
        return word;
    }

    /** How long it takes until its code is compiled. */
    public Warmth warmth() {
        return warmth;
    }

    /** What its JVM has to be told. */
    public List<String> jvm() {
        return this == PARLEY_INTERPRETED ? List.of("-Dparley.accessors=interpreted") : List.of();
    }

    /**
     * Starts its server.
     *
     * @throws IllegalArgumentException if it has none
     */
    public Site serve(Match match) throws IOException {
        return switch (this) {
            case PARLEY, PARLEY_INTERPRETED -> ParleySite.start(match);
            case NETTY -> new NettySite(match);
            case BLOCKING -> BlockingSite.start(match);
            case GRPC -> new GrpcSite(match);
            case PARLEY_CXF, CXF, CXF_FI, CXF_MTOM, CXF_GZIP, PARLEY_HTTP, PARLEY_WEBSOCKET ->
                CxfSite.publish(settings, match.door(), new PortService(match.workload()));
            case PARLEY_TLS -> CxfSite.publishSecure(settings, match.door(), new PortService(match.workload()));
            case PARLEY_NGINX ->
                NginxSite.before(CxfSite.publish(settings, match.door(), new PortService(match.workload())));
            case PARLEY_JMS, CXF_JMS -> QueueSite.start(settings, match, false);
            case PARLEY_JMS_JOURNAL, CXF_JMS_JOURNAL -> QueueSite.start(settings, match, true);
            case ARTEMIS -> ArtemisSite.start(match);
            case JAVA -> throw new IllegalArgumentException(word + " has no server");
        };
    }

    /**
     * Makes clients for a server of the same system, which may run in another process.
     *
     * @param address as {@link Site#address} says
     * @throws IllegalArgumentException if it has none
     */
    public Contestant connect(Match match, String address) throws IOException {
        return switch (this) {
            case PARLEY, PARLEY_INTERPRETED -> ParleySite.Clients.connect(match, address);
            case NETTY -> new NettySite.Clients(match, address);
            case BLOCKING -> new BlockingSite.Clients(match, address);
            case GRPC -> new GrpcSite.Clients(match, address);
            case PARLEY_CXF, CXF, CXF_FI, CXF_MTOM, CXF_GZIP, PARLEY_HTTP, PARLEY_WEBSOCKET, PARLEY_TLS, PARLEY_NGINX ->
                CxfContestant.at(settings, match, address);
            case PARLEY_JMS, CXF_JMS -> CxfContestant.onQueue(settings, match, address, false);
            case PARLEY_JMS_JOURNAL, CXF_JMS_JOURNAL -> CxfContestant.onQueue(settings, match, address, true);
            case ARTEMIS -> ArtemisSite.Clients.connect(match, address);
            case JAVA -> throw new IllegalArgumentException(word + " has no clients");
        };
    }

    /**
     * Starts its server and makes clients for it, in this process.
     *
     * @throws IllegalArgumentException if it has none
     */
    public Contestant start(Match match) throws IOException {
        return Contestant.with(serve(match), match, this);
    }

    /**
     * What it encodes and decodes with, without a network.
     *
     * @throws IllegalArgumentException if it has nothing of its own for that
     */
    public Codec codec(Workload workload) throws IOException {
        return switch (this) {
            case PARLEY, PARLEY_INTERPRETED -> ParleyCodec.of(workload);
            case GRPC -> new GrpcCodec(workload);
            case CXF -> XmlCodec.text(workload);
            case CXF_FI -> XmlCodec.fastInfoset(workload);
            case JAVA -> new JavaCodec(workload);
            default -> throw new IllegalArgumentException(word + " has no codec of its own");
        };
    }

    /** How long a contender's code takes to be compiled by the JVM. */
    public enum Warmth {
        QUICK,
        /** The chain of CXF, with little below it. */
        SLOW,
        /** SOAP as text: its calls get faster for more than half a minute. */
        VERY_SLOW
    }
}
