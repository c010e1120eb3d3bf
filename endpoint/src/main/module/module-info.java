/** Endpoints without CXF, for any transport: contracts, handlers, and conversion of messages from and to objects. */
module io.parley.endpoint {
    requires static org.jspecify;
    requires transitive io.parley.core;
    requires jakarta.xml.bind;
    requires java.xml;
    requires org.slf4j;

    exports io.parley.endpoint.negotiated;
    exports io.parley.endpoint;
}
