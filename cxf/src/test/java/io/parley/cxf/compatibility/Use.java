package io.parley.cxf.compatibility;

import java.util.List;

/** The ways to use CXF and what is done around them, and how calls travel in each: the rows of docs/compatibility.md. */
public enum Use {
    WSDL_FIRST("WSDL-first services", Way.STREAM),
    CODE_FIRST("code-first services", Way.STREAM),
    GENERATED_CLIENTS("generated clients", Way.STREAM),
    HEADER_PARAMETERS("header parameters: in, out and inout", Way.STREAM, "the header blocks as infoset"),
    OUT_OF_BAND_HEADERS("out-of-band headers, in and out", Way.STREAM, "the header blocks as infoset"),
    SOAP_HANDLERS(
            "SOAP handlers that read, change, answer and abort, faults too",
            Way.INFOSET,
            "they see the whole envelope"),
    LOGICAL_HANDLERS(
            "logical handlers that read, change, answer and abort, faults too",
            Way.INFOSET,
            "they see the payload as XML"),
    DISPATCH_SOURCE("`Dispatch` of `Source`, `PAYLOAD` and `MESSAGE`", Way.INFOSET, "there is no class to type"),
    DISPATCH_SOAP_MESSAGE("`Dispatch` of `SOAPMessage`", Way.INFOSET, "there is no class to type"),
    DISPATCH_JAXB("`Dispatch` of JAXB objects", Way.INFOSET, "the context is given, so its classes are not known"),
    PROVIDER("`Provider` of `Source`, `PAYLOAD` and `MESSAGE`", Way.INFOSET, "there is no class to type"),
    PROVIDER_SOAP_MESSAGE("`Provider` of `SOAPMessage`", Way.INFOSET, "there is no class to type"),
    ASYNC_POLLING("asynchronous calls by polling", Way.STREAM),
    ASYNC_CALLBACK("asynchronous calls by callback", Way.STREAM),
    ASYNC_CANCELLED(
            "asynchronous calls that are cancelled",
            Way.STREAM,
            "the service learns of it, which over SOAP it does not"),
    EXECUTORS("callbacks on an executor of the application", Way.STREAM),
    ADDRESSING("WS-Addressing, anonymous replies", Way.STREAM, "the header blocks as infoset"),
    ADDRESSING_DECOUPLED(
            "WS-Addressing, replies to an endpoint of the client's own",
            Way.STREAM,
            "the reply is a SOAP message to its address, as always"),
    ADDRESSING_FAULT_TO(
            "WS-Addressing, `FaultTo`", Way.STREAM, "the fault is a SOAP message to its address, as always"),
    ADDRESSING_ACTIONS("WS-Addressing, actions that are verified, and headers that are required", Way.STREAM),
    POLICIES_OF_PORTS(
            "ports of one service with a WS-Policy each",
            Way.STREAM,
            "each as its policy wants; by SOAP (`NOT_STREAMABLE`) where that is MTOM or reliable messaging"),
    MTOM("MTOM", Way.STREAM, "long binaries of typed parts are side streams"),
    SWA("SOAP with Attachments, in holders", Way.STREAM, "attachments are side streams"),
    SWA_REF("references to attachments (`swaRef`)", Way.INFOSET, "JAXB makes the attachments; they are side streams"),
    ATTACHMENTS("attachments of whole messages and of interceptors", Way.STREAM, "side streams"),
    DATA_HANDLERS("`DataHandler` in beans and as parameters", Way.STREAM, "side streams"),
    HOLDERS("`Holder`, inout and out", Way.STREAM),
    VALIDATION("schema validation on both sides", Way.STREAM, "parts with a `DataHandler` as infoset"),
    WILDCARDS("elements of any schema (`xs:any`)", Way.STREAM, "typed parts with the elements as infoset"),
    ODD_VALUES(
            "values that their XSD types do not allow, such as -1 for an `xs:unsignedInt`",
            Way.STREAM,
            "the part as infoset, counted in the status; what JAXB refuses ends as by SOAP"),
    FORBIDDEN_TEXT(
            "text that XML cannot carry: control characters, half a surrogate pair",
            Way.STREAM,
            "typed parts carry control characters, over SOAP a parser refuses them; half a pair is refused wherever JAXB"
                    + " writes one wrongly, too"),
    REFERENCES("references (`@XmlIDREF`) to nothing in the message", Way.STREAM, "a fault, as over SOAP"),
    NAMES_IN_CONTENT("`xsi:type` and other names in content, validated or not", Way.STREAM),
    ENUMERATIONS(
            "enumerations of which the two sides know other values, or that one side declares as text", Way.STREAM),
    DYNAMIC_CLIENTS("dynamic clients, made of a WSDL at run time", Way.STREAM),
    SIMPLE_FRONTEND("the simple frontend", Way.STREAM),
    AEGIS("Aegis", Way.INFOSET, "only JAXB has classes that can be bound"),
    OTHER_DATA_BINDINGS("data bindings other than JAXB", Way.INFOSET, "only JAXB has classes that can be bound"),
    CONTINUATIONS("continuations and suspended services", Way.STREAM),
    NESTED_CALLS("services that call each other over one bus, however deep", Way.STREAM),
    SERVICE_EXECUTORS("an executor or a work queue of the application for its services", Way.STREAM),
    VIRTUAL_THREADS("services on virtual threads", Way.STREAM),
    SEVERAL_ENDPOINTS("several endpoints on one address", Way.STREAM),
    OTHER_BINDINGS(
            "REST and XML over HTTP on a bus where Parley is on",
            Way.SOAP,
            "as without Parley: it leaves endpoints alone whose binding is not SOAP"),
    ROUTED_ENDPOINTS(
            "several endpoints on one address, between which an interceptor of the application chooses",
            Way.SOAP,
            "`UNSUPPORTED_ENDPOINT`: it chooses by what each message says"),
    MULTIPLEX("references with an identifier, by reference parameters or by the address", Way.STREAM),
    SESSION_SCOPE(
            "services with an object for each HTTP session (`@FactoryType`)", Way.STREAM, "to clients without cookies"),
    HTTP_POLICIES(
            "policies of CXF's HTTP (`http-conf:server`, `http-conf:client`)",
            Way.STREAM,
            "headers that say something about responses come with them"),
    TRANSPORT_CASTS("interceptors that use the HTTP conduit or the HTTP destination of a call", Way.STREAM),
    PER_REQUEST_ADDRESSES("another address for a request", Way.STREAM),
    FAILOVER(
            "failover to another address or endpoint",
            Way.STREAM,
            "the first calls there by SOAP, as in every mode but always; a call that may have been made is not made again"),
    LOAD_DISTRIBUTION("load distribution", Way.STREAM, "a session with each target"),
    CIRCUIT_BREAKERS("circuit breakers", Way.STREAM),
    THROTTLING("throttles that hold calls up or deny them", Way.STREAM, "an offer counts as a message"),
    REDIRECTS("redirects that the client follows", Way.STREAM, "the offer is redirected, once"),
    PROXIES(
            "HTTP proxies that the client's conduit is set to",
            Way.STREAM,
            "by the http channel, through the proxy: the stream would go around it"),
    COOKIES(
            "cookies, where the client maintains its HTTP session",
            Way.SOAP,
            "`NOT_STREAMABLE`: a session of Parley has the cookies of its negotiation"),
    CAMEL("routes of Camel that call services or are some, in `POJO` and `PAYLOAD`", Way.STREAM),
    CAMEL_RAW("routes of Camel in `RAW`", Way.SOAP, "Camel takes out whatever looks into messages, Parley with it"),
    ONE_WAY("one-way operations", Way.STREAM),
    ONE_WAY_ORDER(
            "one-way operations in the order of their calls",
            Way.STREAM,
            "those of one session, which plain SOAP does not promise; `parley.order=none` works on them in parallel"),
    REFUSED_ONE_WAYS(
            "one-way calls that fail before their service is called", Way.STREAM, "the caller gets what SOAP gives it"),
    MESSAGE_PROPERTIES(
            "what interceptors of each phase find on messages and exchanges",
            Way.STREAM,
            "all but the bytes, the connection and the request as objects of the container"),
    BYTES_OF_MESSAGES(
            "interceptors of the application that read, keep or change the bytes of messages",
            Way.SOAP,
            "`NOT_STREAMABLE` at a client, `UNSUPPORTED_ENDPOINT` at a service; they are found by their code"),
    FEATURES_TOGETHER(
            "WS-Addressing, GZIP, logging, throttling and validation together on one bus",
            Way.STREAM,
            "each does what it does without"),
    FAULTS("declared and other faults", Way.STREAM, "their details as infoset"),
    BASIC_AUTHENTICATION("basic authentication", Way.STREAM, "a session for each user"),
    MUTUAL_TLS("mutual TLS", Way.STREAM, "a session for each certificate"),
    QUIC("the quic channel, where both sides name it", Way.STREAM, "always protected, at http addresses too"),
    QUIC_UNNAMED("the same, where one side does not name it, or neither", Way.STREAM, "on the next channel"),
    WEBSOCKET(
            "WebSockets at the URL of services, with the TLS, credentials and proxy of the client's conduit",
            Way.STREAM,
            "by the websocket channel, where the stream cannot be reached; behind filters with `parley.servlets-allowed`"),
    WEBSOCKET_CONTAINERS(
            "the same in an embedded Jetty 12, Tomcat 10.1 and 11 (Spring Boot's default), and Undertow 2.3, behind their own TLS too",
            Way.STREAM,
            "by the websocket channel; behind filters of the application, or a login of the container, with `parley.servlets-allowed`"),
    WEBSOCKET_HTTP2(
            "the same where the container speaks HTTP/2 as well (WildFly, Spring Boot with `server.http2.enabled`)",
            Way.STREAM,
            "by the websocket channel, on a connection of HTTP/1.1; where HTTP/2 is all that gets through by posts, `CONNECT_FAILED`"),
    CONTAINERS_WITHOUT_WEBSOCKETS(
            "the same in other containers, and those that hide their classes from the application (a WAR in a Jetty distribution; in WildFly without the modules of Undertow)",
            Way.STREAM,
            "by posts; where a service gives no other channel by SOAP, `UNSUPPORTED_ENDPOINT`"),
    PYTHON(
            "clients in Python, by zeep",
            Way.STREAM,
            "the stream and the websocket channel ([clients in Python](guide/python.md))"),
    WEBSOCKET_DURABLE(
            "durable sessions at the URL of services, in containers too",
            Way.STREAM,
            "by the websocket channel; the process or node that gets the next upgrade goes on"),
    SERVLETS("services behind servlet filters", Way.STREAM, "by the http channel, through the filters"),
    SLOWER_POSTS(
            "operations whose calls take less time by SOAP than by posts, as short ones may",
            Way.SOAP,
            "`SLOWER`, found out from a few calls each way; in mode `always` they stream"),
    SERVLETS_WITHOUT_ASYNC(
            "services by posts in servlets, or behind filters, without `async-supported`",
            Way.SOAP,
            "`ASYNC_NOT_SUPPORTED`: each session would hold a thread of the container"),
    OTHER_HEADERS(
            "transport headers of single calls",
            Way.SOAP,
            "`IDENTITY_DIFFERS`: a session has those of its negotiation"),
    GZIP("CXF's GZIP feature", Way.STREAM, "it leaves the stream alone"),
    TIMEOUTS("receive time-outs", Way.STREAM),
    SILENT(
            "a session's connection that falls silent",
            Way.SOAP,
            "`PEER_SILENT`, once the calls under way ran out of time, until the session is resumed or made anew",
            "transport-stream SilentEndpointTest.aClientThatIsResumedGoesOnOverAnotherConnection",
            "transport-http StreamOutOfReachTest.aStreamThatFallsSilentFailsTheCallUnderWayAndLeavesTheOthersOnSoap"),
    LOST(
            "a session's connection that is lost",
            Way.STREAM,
            "with `resume` calls go on; else calls that were not dispatched go by SOAP, and others fail as over HTTP"),
    CLIENT_LIFE("clients that are closed, buses that are shut down", Way.STREAM),
    CLOSED("threads, classes and connections of clients that are closed: none stays", Way.STREAM),
    REDEPLOYED("applications that are taken down: no class of theirs stays", Way.STREAM),
    JMS("SOAP over JMS", Way.STREAM, "by the jms channel"),
    JMS_FACTORIES(
            "SOAP over JMS by `ConnectionFactoryFeature`, by `JMSConfigFeature` and by JNDI",
            Way.STREAM,
            "by the jms channel, with the connection factory of the endpoint"),
    JMS_ONE_WAY(
            "one-way operations over JMS",
            Way.SOAP,
            "`NOT_STREAMABLE`: they stay on the queue until they are done, and come again if that fails"),
    JMS_ONE_WAY_OF_SERVICE(
            "operations over JMS that the service alone has for one-way",
            Way.STREAM,
            "the call returns once the service has it; by SOAP nobody answers, and it ends with a timeout"),
    JMS_TRANSACTED(
            "services over JMS with `sessionTransacted` or a transaction manager",
            Way.SOAP,
            "`TRANSACTED`: a message whose handling fails is delivered again"),
    RELIABLE_MESSAGING("WS-ReliableMessaging", Way.SOAP, "`NOT_STREAMABLE`: it works on the bytes of messages"),
    STAX_SECURITY("WS-Security by StAX", Way.SOAP, "`NOT_STREAMABLE`: it works on events of bytes"),
    SECURE_CONVERSATION("WS-SecureConversation", Way.SOAP, "`NOT_STREAMABLE`: it works on the bytes of messages"),
    DOM_SECURITY(
            "WS-Security by trees: signed and encrypted messages",
            Way.INFOSET,
            "verified and decrypted on the other side, both ways"),
    USERNAME_TOKENS("WS-Security by trees: UsernameToken", Way.INFOSET, "each message brings its own"),
    SAML(
            "WS-Security by trees: SAML 1.1 and 2.0",
            Way.INFOSET,
            "each message brings its assertion, and is judged by it as over SOAP"),
    TIMESTAMPS("WS-Security by trees: timestamps", Way.INFOSET),
    SECURITY_POLICY(
            "WS-SecurityPolicy: signatures, encryption, UsernameToken, SAML, TLS, HTTP basic",
            Way.INFOSET,
            "what a policy wants of a message it wants of each on the stream"),
    SECURITY_POLICY_BY_EVENTS(
            "WS-SecurityPolicy where `ws-security.enable.streaming` is set",
            Way.SOAP,
            "`NOT_STREAMABLE`: it works on events of bytes"),
    VERDICT_NONE("a service that judges nobody", Way.STREAM),
    VERDICT_BASIC("HTTP basic, judged by an interceptor", Way.STREAM),
    VERDICT_MUTUAL_TLS("mutual TLS", Way.STREAM),
    VERDICT_USERNAME_TOKEN("UsernameToken", Way.INFOSET),
    VERDICT_SAML("SAML", Way.INFOSET),
    VERDICT_SIGNATURE("a signature that is wanted, by WSS4J or by a policy", Way.INFOSET),
    VERDICT_ROLES("`SimpleAuthorizingInterceptor`", Way.STREAM),
    VERDICT_THROTTLE("a throttle", Way.STREAM),
    VERDICT_FILTER("a servlet filter that denies", Way.STREAM, "by the http channel, through the filter"),
    EXPIRING("credentials that expire", Way.SOAP, "`TERMS_CHANGED`: a session takes no message behind their end"),
    IDENTITY("the identity of each call", Way.STREAM, "a session for each user, certificate and set of headers"),
    CHANGING_IDENTITY(
            "a token of its own for each call",
            Way.SOAP,
            "`NEW_IDENTITY`: what never comes again is offered nothing for; a second call with the same token may stream"),
    SUPPLIED_CREDENTIALS(
            "credentials by an application's own `HttpAuthSupplier`",
            Way.STREAM,
            "a session for each header that it gives; where it gives none beforehand, by SOAP"),
    FINGERPRINT(
            "a certificate of the listener's own making",
            Way.STREAM,
            "the answer, which came by HTTPS, vouches for it"),
    KEY_STORE("the service's own key store", Way.STREAM, "read again without a restart when it is replaced"),
    BORING_SSL(
            "BoringSSL, where it is there",
            Way.STREAM,
            "either side may have the other library",
            "transport-stream BoringSslTest.whereItIsThereItIsUsed",
            "transport-stream BoringSslTest.eitherSideMayHaveTheOtherLibrary"),
    NEVER_PLAIN(
            "an HTTPS service whose stream cannot be protected",
            Way.SOAP,
            "it never gets a plain one; where both sides have the http channel, by that"),
    OTHER_HOST(
            "a host that the certificate is not for",
            Way.REFUSED,
            "nothing is sent there",
            "transport-http HttpsEndpointTest.whoCallsItByAHostThatTheCertificateIsNotForSendsItNothing"),
    EXPIRED_CERTIFICATE(
            "a certificate that has expired",
            Way.SOAP,
            "`CONNECT_FAILED`; where both sides have the http channel, by that"),
    WRONG_CERTIFICATE(
            "another certificate than the answer names",
            Way.SOAP,
            "`CONNECT_FAILED`; where both sides have the http channel, by that"),
    EDITED_OFFER("an offer that is edited on its way, in any field", Way.SOAP, "it is never the ground of a session"),
    EDITED_ANSWER("an answer that is edited on its way, in any field", Way.SOAP, "it is never the ground of a session"),
    STRIPPED("a capability that is stripped", Way.SOAP),
    ELSEWHERE("a stream address that points elsewhere", Way.SOAP, "nobody connects there"),
    TOKEN_TWICE(
            "a token that is used twice",
            Way.REFUSED,
            "it opens nothing",
            "transport-stream OpeningAttackTest.aUsedTokenIsRefused"),
    TOKEN_LATE(
            "a token that is used late",
            Way.REFUSED,
            "it opens nothing",
            "transport-stream OpeningAttackTest.anExpiredTokenIsRefused"),
    TOKEN_OF_ANOTHER(
            "a token that is used by another principal",
            Way.REFUSED,
            "it opens nothing",
            "testkit DoorTest.aTokenOfOneCallerOpensNothingForAnother"),
    PLAIN_AFTER_HTTPS("a plain stream after a negotiation by HTTPS", Way.SOAP, "nobody speaks to it"),
    REPLACED(
            "a service that is replaced by a plain one and back, under load",
            Way.STREAM,
            "no call fails, none runs twice, and they are back on the stream within the time to live"),
    DRAINED(
            "a service whose process is about to end",
            Way.SOAP,
            "`GOING_AWAY`, behind the calls that are under way, which are answered"),
    REPLACED_CONTROL("the same by CXF's FastInfoset", Way.SOAP, "the control: it loses calls"),
    DRAIN(
            "draining",
            Way.STREAM,
            "what is under way is finished",
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
            "where the stream's port cannot be reached; by posts where the upgrade is refused",
            "transport-http StreamOutOfReachTest.aClosedStreamPortIsPassedOverForAWebSocketAtTheUrl",
            "transport-http StreamOutOfReachTest.besideAFilteredStreamPortAWebSocketIsOpenedWithoutASecondOfWaiting",
            "transport-http WebSocketEndpointTest.anUpgradeThatIsRefusedIsPassedOverForPostsAndRemembered",
            "transport-http WebSocketEndpointTest.aSessionThatCanBeResumedGoesOnInAnotherWebSocket"),
    STANDALONE_QUIC(
            "the quic channel, where both sides name it",
            Way.STREAM,
            "by the next channel where UDP is blocked, which is found out within the connect limit",
            "transport-http QuicEndpointTest.whoNamesQuicHasASessionByItAtAnHttpAddress",
            "transport-http StreamOutOfReachTest.blockedDatagramsArePassedOverForTheNextChannelAndRemembered",
            "transport-quic QuicMigrationTest.aSessionGoesOnWhereverItsClientIs"),
    BEHIND_PROXIES(
            "two nodes behind nginx, HAProxy, Apache httpd or Envoy, with TLS that ends there or without",
            Way.STREAM,
            "by the websocket or the http channel, at the node that answered the offer; without affinity WebSockets are asked for again, and posts give way to SOAP, `WRONG_NODE`",
            "transport-http RealProxiesTest.sessionsMeetTheirNodeBehindAProxyOfTheGuide",
            "transport-http RealProxiesTest.aWebSocketIsAskedForAgainUntilItsNodeGetsIt",
            "transport-http RealProxiesTest.withoutAffinityThereIsNoSessionByPostsAndTheReasonIsNamed"),
    IDLE_LIMITS(
            "a proxy that ends silent WebSockets after two seconds",
            Way.STREAM,
            "the first session may end, the next knows",
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
    FEATURE("`ParleyFeature`", Way.STREAM),
    ANNOTATION("`@Parley`", Way.STREAM),
    SPRING_XML("a feature in Spring XML", Way.STREAM),
    SPRING_NAMESPACE("`parley:feature` in Spring XML, of endpoints, clients and buses", Way.STREAM),
    BUS_PROPERTY("a property of the bus", Way.STREAM),
    ENDPOINT_PROPERTIES("properties of an endpoint", Way.STREAM),
    CALL_MODE("`parley.mode` of a call", Way.STREAM),
    CALL_LIMITS("limits of a call", Way.STREAM),
    FIRST_OFFER("a service that prepares for the first offer it gets", Way.STREAM, "calls go by SOAP meanwhile"),
    KILL_SWITCH("the switch for a whole process, by JMX", Way.SOAP, "`SWITCHED_OFF`"),
    BOOT(
            "`spring-boot-starter`: auto-configuration, health, actuator",
            Way.STREAM,
            "by one line on both sides",
            "spring-boot-starter SpringBootTest.withOneLineOnBothSidesCallsStreamAndTheActuatorShowsIt"),
    BOOT_METADATA(
            "`spring-boot-starter`: metadata of each setting",
            Way.STREAM,
            "",
            "spring-boot-starter MetadataTest.theMetadataIsThatOfTheSettings"),
    BOOT_SHUTDOWN(
            "`spring-boot-starter`: graceful shutdown",
            Way.STREAM,
            "sessions end first, and hold nothing up",
            "spring-boot-starter SpringBootTest.aGracefulShutdownWaitsForNoPostThatIsHeld"),
    ADVERTISED("a WS-Policy assertion in the WSDL", Way.STREAM, "the first call already: there is no probe"),
    OPTIONAL("the assertion, to a client that does not know it", Way.SOAP, "it is `wsp:Optional`"),
    SAMPLE(
            "the sample: a Spring Boot service and client",
            Way.STREAM,
            "",
            "examples/spring-boot SamplePageTest.thePageShowsWhatTheSampleLogsAndWhatAConsoleSees"),
    LOGGING("`LoggingFeature`", Way.STREAM, "messages are shown as SOAP"),
    LOGGING_MASKS("`LoggingFeature` with masks and limits", Way.STREAM),
    CXF_METRICS("CXF's metrics", Way.STREAM, "under the same names, with a tag for the channel"),
    MICROMETER("Micrometer", Way.STREAM, "meters of sessions, of what they carry and of what they wait for"),
    OPEN_TELEMETRY("CXF's tracing by OpenTelemetry", Way.STREAM, "the same spans with the same parents"),
    TRACES("headers of a trace that the application sends", Way.STREAM, "each call brings its own"),
    CONSOLE("the MXBean of bindings: terms, parts and fallbacks with reasons", Way.STREAM),
    CONSOLE_BREAK_EVEN("the MXBean of bindings: when the stream pays", Way.STREAM);

    /** How calls travel. */
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
    /** Tests of other modules that show it, which this one cannot annotate: the module, a space, class and method. */
    @SuppressWarnings("ImmutableEnumChecker") // List.of makes one that is
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
