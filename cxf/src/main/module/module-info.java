/** The plugin for Apache CXF. */
module io.parley.cxf {
    requires static org.jspecify;
    requires io.netty.buffer;
    requires io.netty.handler;
    requires transitive io.parley.core;
    requires transitive io.parley.endpoint;
    requires static io.parley.recording;
    requires transitive io.parley.transport.stream;
    requires static io.opentelemetry.api;
    requires static io.prometheus.metrics.tracer.common;
    requires jakarta.activation;
    requires static jakarta.servlet;
    requires jakarta.xml.bind;
    requires jakarta.xml.ws;
    requires java.logging;
    requires java.management;
    requires java.net.http;
    requires java.xml;
    requires static micrometer.core;
    requires org.apache.cxf.binding.soap;
    requires transitive org.apache.cxf.core;
    requires org.apache.cxf.databinding.jaxb;
    requires org.apache.cxf.frontend.jaxws;
    requires org.apache.cxf.frontend.simple;
    requires static org.apache.cxf.logging;
    requires static org.apache.cxf.management;
    requires static org.apache.cxf.metrics;
    requires static org.apache.cxf.tracing.opentelemetry;
    requires org.apache.cxf.transport.http;
    requires org.apache.cxf.ws.addr;
    requires org.apache.cxf.wsdl;
    requires static org.eclipse.jetty.http;
    requires static org.eclipse.jetty.io;
    requires static org.eclipse.jetty.server;
    requires static org.eclipse.jetty.util;
    requires org.objectweb.asm;
    requires org.slf4j;
    requires static spring.beans;
    requires static spring.core;
    requires wsdl4j;
    requires xmlschema.core;

    exports io.parley.cxf.addressing;
    exports io.parley.cxf.carrier;
    exports io.parley.cxf.client;
    exports io.parley.cxf.jms;
    exports io.parley.cxf.metrics;
    exports io.parley.cxf.settings;
    exports io.parley.cxf;


    uses io.parley.cxf.carrier.Carrier;

    provides io.parley.cxf.carrier.Carrier with
            io.parley.cxf.jms.JmsCarrier;
}
