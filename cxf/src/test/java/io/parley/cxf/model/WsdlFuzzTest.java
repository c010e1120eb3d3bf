package io.parley.cxf.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.binding.Accessors;
import io.parley.binding.Part;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.ClientImpl;
import org.apache.cxf.endpoint.SimpleEndpointImplFactory;
import org.apache.cxf.service.factory.ServiceConstructionException;
import org.apache.cxf.wsdl11.WSDLRuntimeException;
import org.apache.cxf.wsdl11.WSDLServiceFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * Tests that any input is described as a WSDL or refused, and that for any schema a client created at run time gets a
 * model of its parts, each typed or with a reason. CXF fetches the imports of a WSDL, so inputs import nothing.
 */
class WsdlFuzzTest {
    private static final Pattern ELSEWHERE = Pattern.compile("(?i)import|include|redefine|override|ocation");
    private static final Set<ErrorCode> REFUSALS =
            EnumSet.of(ErrorCode.SCHEMA_INVALID, ErrorCode.LIMIT, ErrorCode.XML_REFUSED);
    private static final Limits LIMITS =
            Limits.defaults().with(Limit.SCHEMA_COMPONENTS, 2_000).with(Limit.DEPTH, 50);
    private static final String ADDRESS = "<soap:address location=\"http://localhost:1/\"/>";

    private static Bus bus;
    /** The file of the current input: CXF caches what it read by its address. */
    private static Path file;

    @BeforeAll
    static void begin() {
        bus = BusFactory.newInstance().createBus();
        BusFactory.clearDefaultBusForAnyThread(bus);
    }

    @AfterAll
    static void end() {
        bus.shutdown(true);
    }

    @FuzzTest
    void anyWsdlIsDescribedOrRefused(byte[] wsdl) throws IOException {
        if (ELSEWHERE
                .matcher(new String(wsdl, StandardCharsets.ISO_8859_1).replace(ADDRESS, ""))
                .find()) {
            return;
        }
        file = Files.createTempFile("parley-fuzz", ".wsdl");
        try {
            describe(wsdl);
        } finally {
            Files.delete(file);
        }
    }

    @FuzzTest
    void anySchemaOfAWsdlIsDescribedAndHasAClient(byte[] content) throws Exception {
        String schema = new String(content, StandardCharsets.UTF_8);
        if (ELSEWHERE.matcher(schema).find()) {
            return;
        }
        byte[] wsdl = WSDL.replace("$", schema).getBytes(StandardCharsets.UTF_8);
        file = Files.createTempFile("parley-fuzz", ".wsdl");
        try {
            if (describe(wsdl)) {
                makeClient();
            }
        } finally {
            Files.delete(file);
        }
    }

    private static boolean describe(byte[] wsdl) throws IOException {
        Files.write(file, wsdl);
        try {
            WsdlDescription description = WsdlDescription.read(bus, file.toString(), LIMITS);
            assertThat(description.parts())
                    .allMatch(part -> part.typed() == part.reason().isEmpty());
            return true;
        } catch (ParleyException e) {
            if (!REFUSALS.contains(e.code())) {
                throw e;
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("expected a WSDL at");
        }
        return false;
    }

    private static void makeClient() throws Exception {
        Client client;
        try {
            client = new ClientImpl(
                    bus,
                    new WSDLServiceFactory(bus, file.toUri().toString()).create(),
                    null,
                    SimpleEndpointImplFactory.getSingleton());
        } catch (ServiceConstructionException | WSDLRuntimeException e) {
            return; // refused by CXF, which requires more of a WSDL for a client
        }
        try {
            EndpointModel model = EndpointModel.of(client.getEndpoint(), LIMITS, Accessors.initial());
            for (Part part : model.parts()) {
                assertThat(part.reason()).as("%s", part.key()).isNotNull();
            }
            assertThat(Objects.requireNonNull(model.description()).fingerprint())
                    .hasSize(64);
        } catch (ParleyException e) {
            if (!REFUSALS.contains(e.code())) {
                throw e;
            }
        } finally {
            client.destroy();
        }
    }

    private static final String WSDL = """
            <definitions name="Shop" targetNamespace="urn:shop" xmlns="http://schemas.xmlsoap.org/wsdl/"
                xmlns:s="urn:shop" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
                xmlns:xs="http://www.w3.org/2001/XMLSchema">
              <types><xs:schema targetNamespace="urn:shop" elementFormDefault="qualified">$</xs:schema></types>
              <message name="order"><part name="body" element="s:order"/></message>
              <message name="receipt"><part name="body" element="s:receipt"/></message>
              <portType name="Shop">
                <operation name="buy"><input message="s:order"/><output message="s:receipt"/></operation>
              </portType>
              <binding name="Shop" type="s:Shop">
                <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
                <operation name="buy"><soap:operation soapAction=""/>
                  <input><soap:body use="literal"/></input><output><soap:body use="literal"/></output>
                </operation>
              </binding>
              <service name="Shop"><port name="Shop" binding="s:Shop">%s</port></service>
            </definitions>
            """.formatted(ADDRESS);
}
