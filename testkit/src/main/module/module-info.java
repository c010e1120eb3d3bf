/** Contract tests and fixtures for implementors of channels, representations and stores. */
open module io.parley.testkit {
    requires static org.jspecify;
    requires awaitility;
    requires static com.sun.codemodel;
    requires io.netty.buffer;
    requires io.netty.common;
    requires io.parley.conformance;
    requires transitive io.parley.core;
    requires transitive io.parley.delta;
    requires transitive io.parley.endpoint;
    requires jakarta.xml.bind;
    requires java.compiler;
    requires java.management;
    requires java.net.http;
    requires java.xml;
    requires jdk.management;
    requires org.apache.santuario.xmlsec;
    requires org.assertj.core;
    requires static org.glassfish.jaxb.xjc;
    requires org.junit.jupiter.api;
    requires org.junit.jupiter.params;
    requires org.objectweb.asm;
    requires org.slf4j;
    requires org.xmlunit;

    exports io.parley.testkit.beans;
    exports io.parley.testkit.campaign;
    exports io.parley.testkit.capture;
    exports io.parley.testkit.channel;
    exports io.parley.testkit.context;
    exports io.parley.testkit.contract;
    exports io.parley.testkit.generate;
    exports io.parley.testkit.history;
    exports io.parley.testkit.proxy;
    exports io.parley.testkit;

    uses io.parley.testkit.campaign.Campaign;

    provides io.parley.testkit.campaign.Campaign with
            io.parley.testkit.stacks.StacksCampaign.Entry;
}
