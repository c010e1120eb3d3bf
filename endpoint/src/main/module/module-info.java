/** Endpoints without CXF, on whatever channel: contracts, handlers, messages from and to objects. */
module io.parley.endpoint {
    requires static org.jspecify;
    requires transitive io.parley.core;
    requires jakarta.xml.bind;
    requires java.xml;
    requires org.slf4j;

    exports io.parley.endpoint;
}
