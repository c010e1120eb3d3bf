package io.parley.spring;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxrs.JAXRSServerFactoryBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** A REST service on the bus of a SOAP service. */
@Path("/half")
public class Half {
    @GET
    @Path("/{number}")
    @Produces("text/plain")
    public String half(@PathParam("number") int number) {
        return String.valueOf(number / 2);
    }

    @POST
    @Produces("text/plain")
    public String exactly(String number) {
        return String.valueOf(Integer.parseInt(number) / 2.0);
    }

    /** The application with both services. */
    @Import(Twice.Serving.class)
    static class Serving {
        @Bean(destroyMethod = "destroy")
        Server half(Bus bus) {
            JAXRSServerFactoryBean publisher = new JAXRSServerFactoryBean();
            publisher.setBus(bus);
            publisher.setServiceBean(new Half());
            publisher.setAddress("/rest");
            return publisher.create();
        }
    }
}
