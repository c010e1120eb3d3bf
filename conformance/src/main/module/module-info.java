/** Conformance tests for servers and clients of the protocol, and the raw client on which they are based. */
module io.parley.conformance {
    requires static org.jspecify;
    requires io.parley.data;
    requires transitive jakarta.messaging;
    requires java.net.http;
    requires java.xml;

    exports io.parley.conformance;
    exports io.parley.conformance.jms;
    exports io.parley.conformance.raw;
}
