package io.parley.spring;

import io.parley.console.ConsolePage;
import io.parley.console.Node;
import jakarta.servlet.http.HttpServlet;
import java.util.List;
import org.apache.cxf.Bus;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointProperties;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;

/**
 * Operator's page below the actuator's endpoint {@code parley}, on the actuator's port; active if that endpoint is
 * exposed and {@code parley.console} is true.
 */
@ManagementContextConfiguration(proxyBeanMethods = false)
@ConditionalOnClass({HttpServlet.class, ServletRegistrationBean.class})
@ConditionalOnBooleanProperty("parley.console")
@ConditionalOnAvailableEndpoint(endpoint = ParleyEndpoint.class)
public final class ParleyConsoleConfiguration {
    @Bean
    static ConsolePage parleyConsolePage(Bus bus, @Value("${spring.application.name:application}") String name) {
        BusNode node = new BusNode(name, bus);
        return ConsolePage.of(List.of(Node.local(name, node::status, node::take)));
    }

    @Bean
    static SmartLifecycle parleyConsoleEnd(ConsolePage page) {
        return new ConsoleShutdown(page);
    }

    @Bean
    static ServletRegistrationBean<HttpServlet> parleyConsoleServlet(
            ConsolePage page, WebEndpointProperties endpoints) {
        String path = endpoints.getPathMapping().getOrDefault("parley", "parley");
        ServletRegistrationBean<HttpServlet> servlet = new ServletRegistrationBean<>(
                new ConsoleServlet(page), endpoints.getBasePath() + "/" + path + "/console/*");
        servlet.setName("parleyConsole");
        servlet.setAsyncSupported(true);
        return servlet;
    }
}
