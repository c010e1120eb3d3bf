package io.parley.cxf.compatibility;

import java.util.List;

/** The ways to use CXF and its surroundings, and how calls travel in each: the rows of docs/compatibility.md. */
public enum Use {
    WSDL_FIRST("WSDL-first services", Way.STREAM),
    CODE_FIRST("code-first services", Way.STREAM),
    GENERATED_CLIENTS("generated clients", Way.STREAM),
    HEADER_PARAMETERS("header parameters: in, out and inout", Way.STREAM, "the header blocks as infoset"),
    OUT_OF_BAND_HEADERS("out-of-band headers, in and out", Way.STREAM, "the header blocks as infoset"),
    SOAP_HANDLERS(
            "SOAP handlers that read, change, answer and abort, also faults",
            Way.INFOSET,
            "they see the whole envelope"),
    LOGICAL_HANDLERS(
            "logical handlers that read, change, answer and abort, also faults",
            Way.INFOSET,
            "they see the payload as XML"),
    DISPATCH_SOURCE("`Dispatch` of `Source`, `PAYLOAD` and `MESSAGE`", Way.INFOSET, "there is no class to type"),
    DISPATCH_SOAP_MESSAGE("`Dispatch` of `SOAPMessage`", Way.INFOSET, "there is no class to type"),
    DISPATCH_JAXB(
            "`Dispatch` of JAXB objects",
            Way.INFOSET,
            "the application provides the context, which tells neither its classes nor its settings"),
    PROVIDER("`Provider` of `Source`, `PAYLOAD` and `MESSAGE`", Way.INFOSET, "there is no class to type"),
    PROVIDER_SOAP_MESSAGE("`Provider` of `SOAPMessage`", Way.INFOSET, "there is no class to type"),
    ASYNC_POLLING("asynchronous calls by polling", Way.STREAM),
    ASYNC_CALLBACK("asynchronous calls by callback", Way.STREAM),
    ASYNC_CANCELLED(
            "asynchronous calls that are cancelled",
            Way.STREAM,
            "the service is told, which does not happen over SOAP"),
    EXECUTORS("callbacks on an executor of the application", Way.STREAM),
    ADDRESSING("WS-Addressing, anonymous replies", Way.STREAM, "the header blocks as infoset"),
    ADDRESSING_DECOUPLED(
            "WS-Addressing, replies to the client's own endpoint",
            Way.STREAM,
            "the reply is a SOAP message to its address, as without Parley"),
    ADDRESSING_FAULT_TO(
            "WS-Addressing, `FaultTo`", Way.STREAM, "the fault is a SOAP message to its address, as without Parley"),
    ADDRESSING_ACTIONS("WS-Addressing, verified actions and required headers", Way.STREAM),
    POLICIES_OF_PORTS(
            "ports of one service, each with its own WS-Policy",
            Way.STREAM,
            "each as its policy demands; by SOAP (`NOT_STREAMABLE`) for MTOM or reliable messaging"),
    MTOM("MTOM", Way.STREAM, "long binary values of typed parts are side streams"),
    SWA("SOAP with Attachments, in holders", Way.STREAM, "attachments are side streams"),
    SWA_REF("references to attachments (`swaRef`)", Way.INFOSET, "JAXB creates the attachments; they are side streams"),
    ATTACHMENTS("attachments of whole messages and of interceptors", Way.STREAM, "side streams"),
    DATA_HANDLERS("`DataHandler` in beans and as parameters", Way.STREAM, "side streams"),
    HOLDERS("`Holder`, inout and out", Way.STREAM),
    VALIDATION("schema validation on both sides", Way.STREAM, "parts with a `DataHandler` as infoset"),
    WILDCARDS("elements of any schema (`xs:any`)", Way.STREAM, "typed parts with the elements as infoset"),
    ODD_VALUES(
            "values that their XSD types do not allow, such as -1 for an `xs:unsignedInt`",
            Way.STREAM,
            "the part as infoset, counted in the status; a value that JAXB refuses ends as over SOAP"),
    FORBIDDEN_TEXT(
            "text that XML cannot carry: control characters, unpaired surrogates",
            Way.STREAM,
            "typed parts carry control characters, which a parser refuses over SOAP; unpaired surrogates are refused"
                    + " everywhere, also where JAXB writes another character"),
    REFERENCES("references (`@XmlIDREF`) to nothing in the message", Way.STREAM, "a fault, as over SOAP"),
    NAMES_IN_CONTENT("`xsi:type` and other names in content, validated or not", Way.STREAM),
    ENUMERATIONS(
            "enumerations for which the two sides have different values, or which one side declares as text",
            Way.STREAM),
    DYNAMIC_CLIENTS(
            "dynamic clients, created from a WSDL at run time",
            Way.INFOSET,
            "CXF gives them a JAXB context, which tells neither its classes nor its settings; use a proxy of generated"
                    + " classes"),
    SIMPLE_FRONTEND("the simple frontend", Way.STREAM),
    AEGIS("Aegis", Way.INFOSET, "only JAXB classes can be bound"),
    OTHER_DATA_BINDINGS("data bindings other than JAXB", Way.INFOSET, "only JAXB classes can be bound"),
    CONTINUATIONS("continuations and suspended services", Way.STREAM),
    NESTED_CALLS("services that call each other over one bus, however deep", Way.STREAM),
    SERVICE_EXECUTORS("the application's own executor or work queue for its services", Way.STREAM),
    VIRTUAL_THREADS("services on virtual threads", Way.STREAM),
    SEVERAL_ENDPOINTS("several endpoints on one address", Way.STREAM),
    OTHER_BINDINGS(
            "REST and XML over HTTP on a bus with Parley",
            Way.SOAP,
            "as without Parley, which ignores endpoints whose binding is not SOAP"),
    ROUTED_ENDPOINTS(
            "several endpoints on one address, if an interceptor of the application chooses between them",
            Way.SOAP,
            "`UNSUPPORTED_ENDPOINT`: it chooses for each message"),
    MULTIPLEX("references with an identifier, by reference parameters or by the address", Way.STREAM),
    SESSION_SCOPE(
            "services with an object for each HTTP session (`@FactoryType`)",
            Way.STREAM,
            "for clients without cookies"),
    HTTP_POLICIES(
            "policies of CXF's HTTP (`http-conf:server`, `http-conf:client`)",
            Way.STREAM,
            "headers about responses are part of these"),
    TRANSPORT_CASTS("interceptors that use the HTTP conduit or the HTTP destination of a call", Way.STREAM),
    PER_REQUEST_ADDRESSES("another address for a request", Way.STREAM),
    FAILOVER(
            "failover to another address or endpoint",
            Way.STREAM,
            "the first calls there by SOAP, except in mode `always`; a call that may have been dispatched is not repeated"),
    LOAD_DISTRIBUTION("load distribution", Way.STREAM, "a session with each target"),
    CIRCUIT_BREAKERS("circuit breakers", Way.STREAM),
    THROTTLING("throttles that delay or deny calls", Way.STREAM, "an offer counts as a message"),
    REDIRECTS("redirects that the client follows", Way.STREAM, "the offer is redirected, once"),
    PROXIES(
            "HTTP proxies in the client's conduit",
            Way.STREAM,
            "on the http channel, through the proxy, which the stream would bypass"),
    COOKIES(
            "cookies, if the client maintains its HTTP session",
            Way.SOAP,
            "`NOT_STREAMABLE`: a Parley session has the cookies of its negotiation"),
    CAMEL("Camel routes that call or provide services, in `POJO` and `PAYLOAD` mode", Way.STREAM),
    CAMEL_RAW(
            "Camel routes in `RAW` mode",
            Way.SOAP,
            "Camel removes all interceptors that look into messages, including Parley's"),
    ONE_WAY("one-way operations", Way.STREAM),
    ONE_WAY_ORDER(
            "one-way operations in the order of their calls",
            Way.STREAM,
            "within one session, which plain SOAP does not guarantee; `parley.order=none` handles them in parallel"),
    REFUSED_ONE_WAYS(
            "one-way calls that fail before their service is called",
            Way.STREAM,
            "the caller gets the same result as over SOAP"),
    MESSAGE_PROPERTIES(
            "properties that interceptors of each phase find on messages and exchanges",
            Way.STREAM,
            "all except the bytes, the connection and the container's request object"),
    BYTES_OF_MESSAGES(
            "interceptors of the application that read, keep or change the bytes of messages",
            Way.SOAP,
            "`NOT_STREAMABLE` at a client, `UNSUPPORTED_ENDPOINT` at a service; an analysis of their code finds them"),
    FEATURES_TOGETHER(
            "WS-Addressing, GZIP, logging, throttling and validation together on one bus",
            Way.STREAM,
            "each works as without Parley"),
    FAULTS("declared and other faults", Way.STREAM, "their details as infoset"),
    BASIC_AUTHENTICATION("basic authentication", Way.STREAM, "a session for each user"),
    MUTUAL_TLS("mutual TLS", Way.STREAM, "a session for each certificate"),
    QUIC("the quic channel, if both sides name it", Way.STREAM, "always protected, also at http addresses"),
    QUIC_UNNAMED("the same, if one side or neither names it", Way.STREAM, "on the next channel"),
    WEBSOCKET(
            "WebSockets at the URL of services, with the TLS, credentials and proxy of the client's conduit",
            Way.STREAM,
            "on the websocket channel, if the stream cannot be reached; behind filters with `parley.servlets-allowed`"),
    WEBSOCKET_CONTAINERS(
            "the same in an embedded Jetty 12, Tomcat 10.1 and 11 (Spring Boot's default), and Undertow 2.3, also with their own TLS",
            Way.STREAM,
            "on the websocket channel; behind filters of the application, or a container login, with `parley.servlets-allowed`"),
    WEBSOCKET_HTTP2(
            "the same if the container also speaks HTTP/2 (WildFly, Spring Boot with `server.http2.enabled`)",
            Way.STREAM,
            "on the websocket channel, over an HTTP/1.1 connection; if only HTTP/2 gets through, by posts, `CONNECT_FAILED`"),
    CONTAINERS_WITHOUT_WEBSOCKETS(
            "the same in other containers, and those that hide their classes from the application (a WAR in a Jetty distribution; in WildFly without the modules of Undertow)",
            Way.STREAM,
            "by posts; by SOAP if a service has no other channel, `UNSUPPORTED_ENDPOINT`"),
    PYTHON(
            "clients in Python, with zeep",
            Way.STREAM,
            "the stream and the websocket channel ([clients in Python](guide/python.md))"),
    WEBSOCKET_DURABLE(
            "durable sessions at the URL of services, also in containers",
            Way.STREAM,
            "on the websocket channel; the process or node that receives the next upgrade continues"),
    SERVLETS("services behind servlet filters", Way.STREAM, "on the http channel, through the filters"),
    SLOWER_POSTS(
            "operations whose calls take less time over SOAP than by posts, as short ones may",
            Way.SOAP,
            "`SLOWER`, determined from a few calls each way; in mode `always` they stream"),
    SERVLETS_WITHOUT_ASYNC(
            "services by posts in servlets, or behind filters, without `async-supported`",
            Way.SOAP,
            "`ASYNC_NOT_SUPPORTED`: each session would hold a thread of the container"),
    OTHER_HEADERS(
            "transport headers of single calls",
            Way.SOAP,
            "`IDENTITY_DIFFERS`: a session has those of its negotiation"),
    GZIP("CXF's GZIP feature", Way.STREAM, "it does not affect the stream"),
    TIMEOUTS("receive time-outs", Way.STREAM),
    SILENT(
            "a session's connection that falls silent",
            Way.SOAP,
            "`PEER_SILENT`, once the calls in progress have timed out, until the session is resumed or negotiated again",
            "transport-stream SilentEndpointTest.aClientThatIsResumedGoesOnOverAnotherConnection",
            "transport-http StreamOutOfReachTest.aStreamThatFallsSilentFailsTheCallUnderWayAndLeavesTheOthersOnSoap"),
    LOST(
            "a session's connection that is lost",
            Way.STREAM,
            "with `resume` calls continue; otherwise calls that were not dispatched use SOAP, and others fail as over HTTP"),
    CLIENT_LIFE("clients that are closed, buses that are shut down", Way.STREAM),
    CLOSED("threads, classes and connections of closed clients: none remains", Way.STREAM),
    REDEPLOYED("applications that are undeployed: none of their classes remains", Way.STREAM),
    JMS("SOAP over JMS", Way.STREAM, "on the jms channel"),
    JMS_FACTORIES(
            "SOAP over JMS by `ConnectionFactoryFeature`, by `JMSConfigFeature` and by JNDI",
            Way.STREAM,
            "on the jms channel, with the connection factory of the endpoint"),
    JMS_ONE_WAY(
            "one-way operations over JMS",
            Way.SOAP,
            "`NOT_STREAMABLE`: they stay on the queue until they are processed, and are redelivered if that fails"),
    JMS_ONE_WAY_OF_SERVICE(
            "operations over JMS that are one-way only for the service",
            Way.STREAM,
            "the call returns once the service has it; over SOAP there is no response, and it ends with a timeout"),
    JMS_TRANSACTED(
            "services over JMS with `sessionTransacted` or a transaction manager",
            Way.SOAP,
            "`TRANSACTED`: a message whose handling fails is delivered again"),
    RELIABLE_MESSAGING("WS-ReliableMessaging", Way.SOAP, "`NOT_STREAMABLE`: it works on the bytes of messages"),
    STAX_SECURITY("WS-Security by StAX", Way.SOAP, "`NOT_STREAMABLE`: it works on events of bytes"),
    SECURE_CONVERSATION("WS-SecureConversation", Way.SOAP, "`NOT_STREAMABLE`: it works on the bytes of messages"),
    DOM_SECURITY(
            "WS-Security on the message tree: signed and encrypted messages",
            Way.INFOSET,
            "verified and decrypted on the other side, in both directions"),
    USERNAME_TOKENS("WS-Security on the message tree: UsernameToken", Way.INFOSET, "each message has its own"),
    SAML(
            "WS-Security on the message tree: SAML 1.1 and 2.0",
            Way.INFOSET,
            "each message has its assertion, which is checked as over SOAP"),
    TIMESTAMPS("WS-Security on the message tree: timestamps", Way.INFOSET),
    SECURITY_POLICY(
            "WS-SecurityPolicy: signatures, encryption, UsernameToken, SAML, TLS, HTTP basic",
            Way.INFOSET,
            "a policy applies to each message on the stream"),
    SECURITY_POLICY_BY_EVENTS(
            "WS-SecurityPolicy with `ws-security.enable.streaming`",
            Way.SOAP,
            "`NOT_STREAMABLE`: it works on events of bytes"),
    VERDICT_NONE("a service without access control", Way.STREAM),
    VERDICT_BASIC("HTTP basic, checked by an interceptor", Way.STREAM),
    VERDICT_MUTUAL_TLS("mutual TLS", Way.STREAM),
    VERDICT_USERNAME_TOKEN("UsernameToken", Way.INFOSET),
    VERDICT_SAML("SAML", Way.INFOSET),
    VERDICT_SIGNATURE("a required signature, by WSS4J or by a policy", Way.INFOSET),
    VERDICT_ROLES("`SimpleAuthorizingInterceptor`", Way.STREAM),
    VERDICT_THROTTLE("a throttle", Way.STREAM),
    VERDICT_FILTER("a servlet filter that denies", Way.STREAM, "on the http channel, through the filter"),
    EXPIRING("credentials that expire", Way.SOAP, "`TERMS_CHANGED`: a session accepts no message after they expire"),
    IDENTITY("the identity of each call", Way.STREAM, "a session for each user, certificate and set of headers"),
    CHANGING_IDENTITY(
            "a different token for each call",
            Way.SOAP,
            "`NEW_IDENTITY`: there is no offer for credentials that occur once; a second call with the same token may stream"),
    SUPPLIED_CREDENTIALS(
            "credentials from an application's own `HttpAuthSupplier`",
            Way.STREAM,
            "a session for each header that it returns; by SOAP if it returns none in advance"),
    FINGERPRINT(
            "a certificate that the listener creates",
            Way.STREAM,
            "the answer, which arrived over HTTPS, vouches for it"),
    KEY_STORE("the service's own key store", Way.STREAM, "read again without a restart when it is replaced"),
    BORING_SSL(
            "BoringSSL, if it is available",
            Way.STREAM,
            "each side may have a different library",
            "transport-stream BoringSslTest.whereItIsThereItIsUsed",
            "transport-stream BoringSslTest.eitherSideMayHaveTheOtherLibrary"),
    NEVER_PLAIN(
            "an HTTPS service whose stream cannot be protected",
            Way.SOAP,
            "it never gets an unprotected one; on the http channel if both sides have it"),
    OTHER_HOST(
            "a host that the certificate is not for",
            Way.REFUSED,
            "nothing is sent there",
            "transport-http HttpsEndpointTest.whoCallsItByAHostThatTheCertificateIsNotForSendsItNothing"),
    EXPIRED_CERTIFICATE(
            "a certificate that has expired", Way.SOAP, "`CONNECT_FAILED`; on the http channel if both sides have it"),
    WRONG_CERTIFICATE(
            "another certificate than the answer names",
            Way.SOAP,
            "`CONNECT_FAILED`; on the http channel if both sides have it"),
    EDITED_OFFER("an offer that is edited in transit, in any field", Way.SOAP, "no session opens from it"),
    EDITED_ANSWER("an answer that is edited in transit, in any field", Way.SOAP, "no session opens from it"),
    STRIPPED("a capability that is removed in transit", Way.SOAP),
    ELSEWHERE("a stream address that points elsewhere", Way.SOAP, "the client does not connect there"),
    TOKEN_TWICE(
            "a token that is used twice",
            Way.REFUSED,
            "it is not valid",
            "transport-stream OpeningAttackTest.aUsedTokenIsRefused"),
    TOKEN_LATE(
            "a token that is used late",
            Way.REFUSED,
            "it is not valid",
            "transport-stream OpeningAttackTest.anExpiredTokenIsRefused"),
    TOKEN_OF_ANOTHER(
            "a token that is used by another principal",
            Way.REFUSED,
            "it is not valid",
            "testkit SessionAcceptorTest.aTokenOfOneCallerOpensNothingForAnother"),
    PLAIN_AFTER_HTTPS("an unprotected stream after a negotiation over HTTPS", Way.SOAP, "the client does not use it"),
    REPLACED(
            "a service that is replaced by a plain one and back, under load",
            Way.STREAM,
            "no call fails, none runs twice, and calls stream again when the remembered refusal expires"),
    DRAINED(
            "a service whose process is about to end",
            Way.SOAP,
            "`GOING_AWAY`, after the calls in progress, which are answered"),
    REPLACED_CONTROL("the same with CXF's FastInfoset", Way.SOAP, "the control: it loses calls"),
    DRAIN(
            "draining",
            Way.STREAM,
            "calls in progress are completed",
            "transport-stream DrainTest.whatIsUnderWayIsFinishedAndNothingElseIsBegun",
            "transport-http DrainTest.whatIsUnderWayIsFinishedAndNothingElseIsBegun"),
    STANDALONE_TLS(
            "TLS",
            Way.STREAM,
            "",
            "transport-stream ProtectedEndpointTest.everythingGoesOverTlsWithACertificateOfItsOwnMaking",
            "transport-http HttpsEndpointTest.whoTrustsItsCertificateHasASessionOnEitherChannel"),
    STANDALONE_WEBSOCKET(
            "a WebSocket at the service's own URL",
            Way.STREAM,
            "if the stream's port cannot be reached; by posts if the upgrade is refused",
            "transport-http StreamOutOfReachTest.aClosedStreamPortIsPassedOverForAWebSocketAtTheUrl",
            "transport-http StreamOutOfReachTest.besideAFilteredStreamPortAWebSocketIsOpenedWithoutASecondOfWaiting",
            "transport-http WebSocketEndpointTest.anUpgradeThatIsRefusedIsPassedOverForPostsAndRemembered",
            "transport-http WebSocketEndpointTest.aSessionThatCanBeResumedGoesOnInAnotherWebSocket"),
    STANDALONE_QUIC(
            "the quic channel, if both sides name it",
            Way.STREAM,
            "on the next channel if UDP is blocked, which is detected within the connect limit",
            "transport-http QuicEndpointTest.whoNamesQuicHasASessionByItAtAnHttpAddress",
            "transport-http StreamOutOfReachTest.blockedDatagramsArePassedOverForTheNextChannelAndRemembered",
            "transport-quic QuicMigrationTest.aSessionGoesOnWhereverItsClientIs"),
    BEHIND_PROXIES(
            "two nodes behind nginx, HAProxy, Apache httpd or Envoy, with and without TLS that ends there",
            Way.STREAM,
            "on the websocket or the http channel, at the node that answered the offer; without affinity clients repeat WebSocket upgrades, and use SOAP instead of posts, `WRONG_NODE`",
            "transport-http RealProxiesTest.sessionsMeetTheirNodeBehindAProxyOfTheGuide",
            "transport-http RealProxiesTest.aWebSocketIsAskedForAgainUntilItsNodeGetsIt",
            "transport-http RealProxiesTest.withoutAffinityThereIsNoSessionByPostsAndTheReasonIsNamed"),
    FORWARD_PROXIES(
            "a client behind Squid or Tinyproxy, also with a password; the proxy of the conduit, or else of the JVM",
            Way.STREAM,
            "on the websocket channel by a tunnel; on the http channel if the proxy allows no tunnel to the port"),
    IDLE_LIMITS(
            "a proxy that closes silent WebSockets after two seconds",
            Way.STREAM,
            "the first session may end, the next adapts",
            "transport-http RealProxiesTest.aWebSocketOutlivesAProxyThatEndsSilentOnesAfterTwoSeconds",
            "transport-http RealProxiesTest.theTimeAfterWhichAProxyEndedAWebSocketIsKnownToTheNext"),
    STANDALONE_LIMITS(
            "limits", Way.STREAM, "", "transport-http HttpAttackTest.aBodyOverTheLimitIsRefusedBeforeItIsHeld"),
    STANDALONE_METRICS("metrics", Way.STREAM, "", "transport-http EndpointProgramTest.aConsoleSeesWhatTheEndpointDoes"),
    PROGRAM(
            "a program with a configuration and without Spring",
            Way.STREAM,
            "",
            "transport-http EndpointProgramTest.aProcessThatIsToldToEndFinishesTheCallsThatAreUnderWay"),
    PROGRAM_ON_QUEUE(
            "the same program, also on a queue",
            Way.STREAM,
            "on the jms channel where it is called by the queue",
            "transport-http QueueProgramTest.oneProgramAnswersOnTheStreamInWebSocketsByPostsAndOnAQueue"),
    DURABLE_QUEUE(
            "durable sessions on a queue",
            Way.STREAM,
            "on the jms channel; the next process at the same port of the listener continues",
            "transport-jms DurableQueueTest.theNextProcessAnswersACallThatWasUnderWay",
            "transport-jms DurableQueueTest.aCallUnderWayIsAnsweredOnceAlthoughTheBrokerRestarts"),
    FEATURE("`ParleyFeature`", Way.STREAM),
    ANNOTATION("`@Parley`", Way.STREAM),
    SPRING_XML("a feature in Spring XML", Way.STREAM),
    SPRING_NAMESPACE("`parley:feature` in Spring XML, of endpoints, clients and buses", Way.STREAM),
    BUS_PROPERTY("a property of the bus", Way.STREAM),
    ENDPOINT_PROPERTIES("properties of an endpoint", Way.STREAM),
    CALL_MODE("`parley.mode` of a call", Way.STREAM),
    CALL_LIMITS("limits of a call", Way.STREAM),
    FIRST_OFFER("a service that prepares for its first offer", Way.STREAM, "calls use SOAP meanwhile"),
    KILL_SWITCH("the switch for a whole process, by JMX", Way.SOAP, "`SWITCHED_OFF`"),
    BOOT(
            "`spring-boot-starter`: auto-configuration, health, actuator",
            Way.STREAM,
            "with one line on both sides",
            "spring-boot-starter SpringBootTest.withOneLineOnBothSidesCallsStreamAndTheActuatorShowsIt"),
    BOOT_METADATA(
            "`spring-boot-starter`: metadata of each setting",
            Way.STREAM,
            "",
            "spring-boot-starter MetadataTest.theMetadataIsThatOfTheSettings"),
    BOOT_SHUTDOWN(
            "`spring-boot-starter`: graceful shutdown",
            Way.STREAM,
            "sessions end first, without delay",
            "spring-boot-starter SpringBootTest.aGracefulShutdownWaitsForNoPostThatIsHeld"),
    ADVERTISED("a WS-Policy assertion in the WSDL", Way.STREAM, "from the first call on"),
    OPTIONAL("the assertion, to a client that does not know it", Way.SOAP, "it is `wsp:Optional`"),
    SAMPLE(
            "the sample: a Spring Boot service and client",
            Way.STREAM,
            "",
            "examples/spring-boot SamplePageTest.thePageShowsWhatTheSampleLogsAndWhatAConsoleSees"),
    LOGGING("`LoggingFeature`", Way.STREAM, "messages are shown as SOAP"),
    LOGGING_MASKS("`LoggingFeature` with masks and limits", Way.STREAM),
    CXF_METRICS("CXF's metrics", Way.STREAM, "under the same names, with a tag for the channel"),
    MICROMETER("Micrometer", Way.STREAM, "meters of sessions, their traffic and their waits"),
    OPEN_TELEMETRY("CXF's tracing with OpenTelemetry", Way.STREAM, "the same spans with the same parents"),
    TRACES("headers of a trace that the application sends", Way.STREAM, "each call brings its own"),
    CONSOLE("the MXBean of bindings: terms, parts and fallbacks with reasons", Way.STREAM),
    CONSOLE_BREAK_EVEN("the MXBean of bindings: when the stream pays", Way.STREAM);

    /** The transport of calls. */
    enum Way {
        STREAM("on the stream"),
        INFOSET("on the stream, as infoset"),
        SOAP("by SOAP"),
        REFUSED("not at all");

        final String text;

        Way(String text) {
            this.text = text;
        }
    }

    final String feature;
    final Way way;
    final String remark;
    /** Tests in other modules, which this enum cannot annotate: the module, a space, class and method. */
    @SuppressWarnings("ImmutableEnumChecker") // List.of returns an immutable list
    final List<String> elsewhere;

    Use(String feature, Way way) {
        this(feature, way, "");
    }

    Use(String feature, Way way, String remark, String... elsewhere) {
        this.feature = feature;
        this.way = way;
        this.remark = remark;
        this.elsewhere = List.of(elsewhere);
    }
}
