/** Parley in Spring Boot applications with CXF: properties, health, an actuator endpoint. */
open module io.parley.spring {
    requires static org.jspecify;
    requires transitive io.parley.core;
    requires transitive io.parley.console;
    requires transitive io.parley.cxf;
    requires static micrometer.core;
    requires org.apache.cxf.core;
    requires static org.apache.cxf.metrics;
    requires org.slf4j;
    requires spring.beans;
    requires spring.boot;
    requires static spring.boot.actuator;
    requires static spring.boot.actuator.autoconfigure;
    requires spring.boot.autoconfigure;
    requires static spring.boot.health;
    requires spring.context;
    requires spring.core;

    exports io.parley.spring;
}
