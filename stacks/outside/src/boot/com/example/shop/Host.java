package com.example.shop;

import java.util.Map;
import org.apache.cxf.Bus;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An application of Spring Boot, with CXF's starter. */
@SpringBootApplication
public class Host {
    static String start(int port) {
        SpringApplication application = new SpringApplication(Host.class);
        application.setDefaultProperties(Map.of("server.port", port, "spring.main.banner-mode", "off"));
        Service.publish(application.run().getBean(Bus.class), "/shop");
        return "http://localhost:" + port + "/services/shop";
    }
}
