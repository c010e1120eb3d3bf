package io.parley.bench.contest;

import io.parley.bench.data.Workload;
import java.io.IOException;
import java.util.Arrays;

/** The systems that are compared, with their names on the command line and in results. */
public enum Contender {
    /** Parley's endpoint with the stream channel only. */
    PARLEY("parley", Warmth.QUICK),
    /** Parley's plugin with ordinary CXF proxies. */
    PARLEY_CXF("parley-cxf", Warmth.SLOW, CxfSettings.PARLEY),
    /** Netty alone: the cost of the bytes. */
    NETTY("netty", Warmth.QUICK),
    /** A blocking socket on each side, with arrays decoded: the cost of bytes and arrays. */
    BLOCKING("blocking", Warmth.QUICK),
    /** gRPC with generated messages, which are the application's own objects. */
    GRPC("grpc", Warmth.QUICK),
    /** CXF: SOAP over HTTP as text. */
    CXF("cxf", Warmth.VERY_SLOW),
    /** CXF with FastInfoset on both sides. */
    CXF_FI("cxf-fi", Warmth.VERY_SLOW, CxfSettings.FAST_INFOSET),
    /** CXF with binary content as attachments, kept in memory. */
    CXF_MTOM("cxf-mtom", Warmth.VERY_SLOW, CxfSettings.MTOM),
    /** Parley's plugin with POST requests to the service's URL. */
    PARLEY_HTTP("parley-http", Warmth.SLOW, CxfSettings.PARLEY_HTTP),
    /** Parley's plugin with a WebSocket at the service's URL. */
    PARLEY_WEBSOCKET("parley-websocket", Warmth.SLOW, CxfSettings.PARLEY_WEBSOCKET),
    /** Parley's plugin at an https address: the stream has its own TLS. */
    PARLEY_TLS("parley-cxf-tls", Warmth.SLOW, CxfSettings.PARLEY),
    /** Parley's plugin with a WebSocket through nginx, which terminates TLS. */
    PARLEY_NGINX("parley-nginx-tls", Warmth.SLOW, CxfSettings.PARLEY_WEBSOCKET),
    /** Parley's plugin on a queue, with the jms channel. */
    PARLEY_JMS("parley-jms", Warmth.SLOW, CxfSettings.PARLEY_JMS),
    /** {@link #PARLEY_JMS} on a broker with a journal; frames of sessions are not persistent. */
    PARLEY_JMS_JOURNAL("parley-jms-journal", Warmth.SLOW, CxfSettings.PARLEY_JMS),
    /** CXF: SOAP over JMS as text. */
    CXF_JMS("cxf-jms", Warmth.VERY_SLOW),
    /** {@link #CXF_JMS} on a broker with a journal, with persistent messages. */
    CXF_JMS_JOURNAL("cxf-jms-journal", Warmth.VERY_SLOW),
    /** A plain BytesMessage in each direction: the cost of the broker. */
    ARTEMIS("artemis", Warmth.QUICK),
    /** Java serialization in SOAP messages; only in the suite of the payload paper, which has services of its own. */
    JAVA("java", Warmth.QUICK);

    private final String word;
    private final Warmth warmth;
    /** The settings of CXF; unused by contenders without CXF. */
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
     * Returns the contender with the given name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Contender of(String word) {
        return Arrays.stream(values())
                .filter(contender -> contender.word.equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no system is called " + word));
    }

    /** Returns the name in results. */
    public String word() {
        return word;
    }

    /** Returns how long the contender's code takes to be compiled. */
    public Warmth warmth() {
        return warmth;
    }

    /**
     * Starts the server.
     *
     * @throws IllegalArgumentException if the contender has none
     */
    public Site serve(Match match) throws IOException {
        return switch (this) {
            case PARLEY -> ParleySite.start(match);
            case NETTY -> NettySite.start(match);
            case BLOCKING -> BlockingSite.start(match);
            case GRPC -> GrpcSite.start(match);
            case PARLEY_CXF, CXF, CXF_FI, CXF_MTOM, PARLEY_HTTP, PARLEY_WEBSOCKET ->
                CxfSite.publish(settings, match.door(), new PortService(match.workload()))
                        .site();
            case PARLEY_TLS ->
                CxfSite.publishSecure(settings, match.door(), new PortService(match.workload()))
                        .site();
            case PARLEY_NGINX ->
                NginxSite.before(CxfSite.publish(settings, match.door(), new PortService(match.workload()))
                        .site());
            case PARLEY_JMS, CXF_JMS -> BrokerSite.publish(settings, match, false);
            case PARLEY_JMS_JOURNAL, CXF_JMS_JOURNAL -> BrokerSite.publish(settings, match, true);
            case ARTEMIS -> ArtemisSite.start(match);
            case JAVA -> throw new IllegalArgumentException(word + " has no server");
        };
    }

    /**
     * Creates clients for a server of the same system, which may run in another process.
     *
     * @param address the result of {@link Site#address}
     * @throws IllegalArgumentException if the contender has no clients
     */
    public Contestant connect(Match match, String address) throws IOException {
        return switch (this) {
            case PARLEY -> ParleySite.connect(match, address);
            case NETTY -> NettySite.connect(match, address);
            case BLOCKING -> BlockingSite.connect(match, address);
            case GRPC -> GrpcSite.connect(match, address);
            case PARLEY_CXF, CXF, CXF_FI, CXF_MTOM, PARLEY_HTTP, PARLEY_WEBSOCKET, PARLEY_TLS, PARLEY_NGINX ->
                CxfContestant.at(settings, match, address);
            case PARLEY_JMS, CXF_JMS -> CxfContestant.onQueue(settings, match, address, false);
            case PARLEY_JMS_JOURNAL, CXF_JMS_JOURNAL -> CxfContestant.onQueue(settings, match, address, true);
            case ARTEMIS -> ArtemisSite.connect(match, address);
            case JAVA -> throw new IllegalArgumentException(word + " has no clients");
        };
    }

    /**
     * Starts the server and creates clients for it, all in this process.
     *
     * @throws IllegalArgumentException if the contender has no server
     */
    public Contestant start(Match match) throws IOException {
        return Contestant.with(serve(match), match, this);
    }

    /**
     * Returns the system's encoder and decoder, without a network.
     *
     * @throws IllegalArgumentException if the contender has no codec of its own
     */
    public Codec codec(Workload workload) throws IOException {
        return switch (this) {
            case PARLEY -> Codecs.parley(workload);
            case GRPC -> Codecs.grpc(workload);
            case CXF -> Codecs.text(workload);
            case CXF_FI -> Codecs.fastInfoset(workload);
            default -> throw new IllegalArgumentException(word + " has no codec of its own");
        };
    }

    /** The time that the JVM takes to compile a contender's code. */
    public enum Warmth {
        QUICK,
        /** CXF's interceptor chain, with little below it. */
        SLOW,
        /** SOAP as text: calls get faster for more than half a minute. */
        VERY_SLOW
    }
}
