package io.parley.cxf.compatibility;

/** The ways to use CXF, and how calls travel in each: the rows of docs/compatibility.md. */
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
    EXECUTORS("callbacks on an executor of the application", Way.STREAM),
    ADDRESSING("WS-Addressing, anonymous replies", Way.STREAM, "the header blocks as infoset"),
    ADDRESSING_DECOUPLED(
            "WS-Addressing, replies to an endpoint of the client's own",
            Way.STREAM,
            "the reply is a SOAP message to its address, as always"),
    ADDRESSING_FAULT_TO(
            "WS-Addressing, `FaultTo`", Way.STREAM, "the fault is a SOAP message to its address, as always"),
    ADDRESSING_ACTIONS("WS-Addressing, actions that are verified, and headers that are required", Way.STREAM),
    MTOM("MTOM", Way.STREAM, "long binaries of typed parts are side streams"),
    SWA("SOAP with Attachments, in holders", Way.STREAM, "attachments are side streams"),
    SWA_REF("references to attachments (`swaRef`)", Way.INFOSET, "JAXB makes the attachments; they are side streams"),
    ATTACHMENTS("attachments of whole messages and of interceptors", Way.STREAM, "side streams"),
    DATA_HANDLERS("`DataHandler` in beans and as parameters", Way.STREAM, "side streams"),
    HOLDERS("`Holder`, inout and out", Way.STREAM),
    VALIDATION("schema validation on both sides", Way.STREAM, "parts with a `DataHandler` as infoset"),
    WILDCARDS("elements of any schema (`xs:any`)", Way.STREAM, "typed parts with the elements as infoset"),
    DYNAMIC_CLIENTS("dynamic clients, made of a WSDL at run time", Way.STREAM),
    SIMPLE_FRONTEND("the simple frontend", Way.STREAM),
    AEGIS("Aegis", Way.INFOSET, "only JAXB has classes that can be bound"),
    OTHER_DATA_BINDINGS("data bindings other than JAXB", Way.INFOSET, "only JAXB has classes that can be bound"),
    CONTINUATIONS("continuations and suspended services", Way.STREAM),
    SEVERAL_ENDPOINTS("several endpoints on one address", Way.STREAM),
    PER_REQUEST_ADDRESSES("another address for a request", Way.STREAM),
    FAILOVER(
            "failover to another address or endpoint",
            Way.STREAM,
            "the first calls there by SOAP, as in every mode but always; a call that may have been made is not made again"),
    LOAD_DISTRIBUTION("load distribution", Way.STREAM, "a session with each target"),
    CIRCUIT_BREAKERS("circuit breakers", Way.STREAM),
    THROTTLING("throttles that hold calls up or deny them", Way.STREAM, "shown by an interceptor that does so"),
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
    FAULTS("declared and other faults", Way.STREAM, "their details as infoset"),
    BASIC_AUTHENTICATION("basic authentication", Way.STREAM, "a session for each user"),
    MUTUAL_TLS("mutual TLS", Way.STREAM, "a session for each certificate"),
    SERVLETS("services behind servlet filters", Way.STREAM, "by the http channel, through the filters"),
    OTHER_HEADERS(
            "transport headers of single calls",
            Way.SOAP,
            "`IDENTITY_DIFFERS`: a session has those of its negotiation"),
    LOGGING("`LoggingFeature`", Way.STREAM, "messages are shown as SOAP"),
    GZIP("CXF's GZIP feature", Way.STREAM, "it leaves the stream alone"),
    RELIABLE_MESSAGING("WS-ReliableMessaging", Way.SOAP, "`NOT_STREAMABLE`: it works on the bytes of messages"),
    STAX_SECURITY("WS-Security by StAX", Way.SOAP, "`NOT_STREAMABLE`: it works on events of bytes"),
    DOM_SECURITY(
            "WS-Security by trees: responses that are signed", Way.INFOSET, "the signature holds on the other side"),
    TIMEOUTS("receive time-outs", Way.STREAM),
    CLIENT_LIFE("clients that are closed, buses that are shut down", Way.STREAM),
    SPRING_XML("a feature in Spring XML", Way.STREAM),
    SPRING_NAMESPACE("`parley:feature` in Spring XML, of endpoints, clients and buses", Way.STREAM),
    JMS("SOAP over JMS", Way.STREAM, "by the jms channel");

    /** How calls travel. */
    enum Way {
        STREAM("on the stream"),
        INFOSET("on the stream, as infoset"),
        SOAP("by SOAP");

        final String text;

        Way(String text) {
            this.text = text;
        }
    }

    final String feature;
    final Way way;
    final String remark;

    Use(String feature, Way way) {
        this(feature, way, "");
    }

    Use(String feature, Way way, String remark) {
        this.feature = feature;
        this.way = way;
        this.remark = remark;
    }
}
