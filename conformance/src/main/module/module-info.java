/** Cases that hold servers and clients against the protocol, and the raw client that they stand on. */
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
