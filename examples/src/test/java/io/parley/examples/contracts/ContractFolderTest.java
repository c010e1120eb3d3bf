package io.parley.examples.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.parley.Limit;
import io.parley.Limits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which parts of a WSDL are copied, and which are refused. */
class ContractFolderTest {
    private static final Limits LIMITS = Limits.defaults();

    @TempDir
    private Path folder;

    private static String calculator() throws IOException {
        try (var in =
                Objects.requireNonNull(ContractFolderTest.class.getResourceAsStream("/contracts/calculator.wsdl"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private String write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private static String copied(String location) throws IOException, ContractException {
        try (ContractFolder contract = ContractFolder.copy(location, LIMITS);
                Stream<Path> files = Files.list(contract.wsdl().getParent())) {
            return files.sorted().map(ContractFolderTest::text).collect(Collectors.joining("\n"));
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void documentationAndPortsOfOtherBindingsAreLeftOut() throws Exception {
        String text = copied(write("a.wsdl", calculator()));

        assertThat(text)
                .contains("CalculatorSoap12", "AddResponse")
                .doesNotContain("documentation", "annotation", "CalculatorGet", "calculator.example");
    }

    @Test
    void theCopyIsRemovedInTheEnd() throws Exception {
        Path place;
        try (ContractFolder contract = ContractFolder.copy(write("a.wsdl", calculator()), LIMITS)) {
            place = contract.wsdl();
            assertThat(place).exists();
        }
        assertThat(place.getParent()).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<!DOCTYPE d>",
                "<!DOCTYPE d [<!ENTITY e SYSTEM 'file:///etc/hostname'>]>",
                "<!DOCTYPE d SYSTEM 'http://127.0.0.1:1/d.dtd'>"
            })
    void documentTypesAreRefused(String declaration) throws Exception {
        String file =
                write("a.wsdl", calculator().replaceFirst("<wsdl:definitions", declaration + "<wsdl:definitions"));

        assertThatThrownBy(() -> copied(file))
                .isInstanceOf(ContractException.class)
                .hasMessageContaining("without document type declaration");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:1/types.xsd",
                "https://127.0.0.1:1/types.xsd",
                "file:///etc/types.xsd",
                "/etc/types.xsd",
                "//127.0.0.1/types.xsd",
                "jar:file:///tmp/a.jar!/types.xsd",
                "ftp://127.0.0.1/types.xsd",
                "urn:types"
            })
    void aFileImportsOnlyByRelativePaths(String location) throws Exception {
        String file = write(
                "a.wsdl",
                calculator()
                        .replaceFirst(
                                "<xs:annotation>",
                                "<xs:import namespace='urn:other' schemaLocation='" + location + "'/><xs:annotation>"));

        assertThatThrownBy(() -> copied(file))
                .isInstanceOf(ContractException.class)
                .hasMessageContaining("expected imports");
    }

    @Test
    void theSchemaOfSignaturesIsReadWithoutItsDocumentType() throws Exception {
        write(
                "dsig.xsd",
                "<!DOCTYPE schema SYSTEM 'XMLSchema.dtd'>" + schema("http://www.w3.org/2000/09/xmldsig#", "", "Other"));
        String file = write(
                "a.wsdl",
                calculator()
                        .replaceFirst(
                                "<xs:annotation>",
                                "<xs:import namespace='http://www.w3.org/2000/09/xmldsig#' schemaLocation='dsig.xsd'/>"
                                        + "<xs:annotation>"));

        assertThat(copied(file)).contains("\"CryptoBinary\"").doesNotContain("Other");
    }

    @Test
    void whatToolsSayOfACopyIsSaidOfTheOriginal() throws Exception {
        String wrong = calculator().replace("type=\"xs:int\"", "type=\"tns:Missing\"");
        String file = write("a b.wsdl", wrong);

        try (ContractFolder contract = ContractFolder.copy(file, LIMITS)) {
            assertThatThrownBy(() -> ContractClasses.of(contract))
                    .isInstanceOf(ContractException.class)
                    .hasMessageContaining(Path.of(file).toUri() + ": undefined simple or complex type 'tns:Missing'")
                    .hasMessageNotContaining("contract.wsdl")
                    .hasNoCause();
        }
    }

    @Test
    void importsAreFollowedAlsoInCircles() throws Exception {
        Files.createDirectories(folder.resolve("sub"));
        write(
                "sub/one.xsd",
                schema("urn:one", "<xs:import namespace='urn:two' schemaLocation='../two%20.xsd'/>", "One"));
        write("two .xsd", schema("urn:two", "<xs:import namespace='urn:one' schemaLocation='sub/one.xsd'/>", "Two"));
        String file = write(
                "a.wsdl",
                calculator()
                        .replaceFirst(
                                "<xs:annotation>",
                                "<xs:import namespace='urn:one' schemaLocation='sub/one.xsd'/><xs:annotation>"));

        assertThat(copied(file)).contains("name=\"One\"", "name=\"Two\"");
    }

    private static String schema(String namespace, String inside, String type) {
        return "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' targetNamespace='" + namespace + "'>" + inside
                + "<xs:complexType name='" + type + "'/></xs:schema>";
    }

    /** These names go into generated Java source; their content must not become code. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "targetNamespace=\"urn:example:calculator\" name=\"Calc*/static{}/*\"",
                "targetNamespace=\"urn:example:calculator&quot;)class X{}\" name=\"Calculator\"",
                "targetNamespace=\"urn:example:calculator\\u0022\" name=\"Calculator\"",
                "targetNamespace=\"urn:example:calculator*/\" name=\"Calculator\"",
                "targetNamespace=\"urn:example:calculator&#10;\" name=\"Calculator\""
            })
    void whatCouldLeaveAStringOrCommentOfGeneratedCodeIsRefused(String attributes) throws Exception {
        String file = write(
                "a.wsdl",
                calculator().replace("targetNamespace=\"urn:example:calculator\" name=\"Calculator\"", attributes));

        assertThatThrownBy(() -> copied(file))
                .isInstanceOf(ContractException.class)
                .hasMessageContaining("expected a")
                .hasMessageNotContaining("class X");
    }

    @Test
    void customizationsThatWouldCallCodeAreLeftOut() throws Exception {
        String custom = "<xs:simpleType name='Evil'><xs:annotation><xs:appinfo>"
                + "<j:javaType xmlns:j='https://jakarta.ee/xml/ns/jaxb' name='java.lang.Process' parseMethod='java.lang.Runtime.exec'/>"
                + "</xs:appinfo></xs:annotation><xs:restriction base='xs:string'/></xs:simpleType>";
        String file = write("a.wsdl", calculator().replaceFirst("<xs:annotation>", custom + "<xs:annotation>"));

        assertThat(copied(file)).contains("Evil").doesNotContain("Runtime", "appinfo");
    }

    @Test
    void aContractThatIsTooLongIsRefusedByItsLimit() throws Exception {
        String file = write("a.wsdl", calculator());

        assertThatThrownBy(() -> ContractFolder.copy(file, LIMITS.with(Limit.SCHEMA_BYTES, 1000)))
                .isInstanceOf(ContractException.class)
                .hasMessageContaining("at most 1000 bytes (parley.limits.schema-bytes)");
    }

    @Test
    void whatIsNoWsdlIsNamed() throws Exception {
        String schema = write("a.xsd", schema("urn:a", "", "A"));
        String text = write("a.txt", "no XML");
        String empty = write("b.wsdl", "<definitions xmlns='http://schemas.xmlsoap.org/wsdl/'/>");

        assertThatThrownBy(() -> copied(schema)).hasMessageContaining("found the document element xs:schema");
        assertThatThrownBy(() -> copied(text)).hasMessageContaining("expected well-formed XML");
        assertThatThrownBy(() -> copied(empty)).hasMessageContaining("port of SOAP");
        assertThatThrownBy(() -> copied(folder.resolve("none.wsdl").toString()))
                .hasMessageContaining("found no readable file");
    }

    @Test
    void aServiceThatShowsItsWsdlIsAskedForItAndItsImports() throws Exception {
        String wsdl = calculator()
                .replaceFirst(
                        "<xs:annotation>", "<xs:import namespace='urn:one' schemaLocation='?xsd=1'/><xs:annotation>");
        try (Served served = new Served(Map.of("/calc?wsdl", wsdl, "/calc?xsd=1", schema("urn:one", "", "One")))) {
            assertThat(copied(served.address())).contains("name=\"One\"", "AddResponse");
        }
    }

    @Test
    void whatCameByHttpImportsNoFiles() throws Exception {
        String wsdl = calculator()
                .replaceFirst(
                        "<xs:annotation>",
                        "<xs:import namespace='urn:one' schemaLocation='file:///etc/hostname'/><xs:annotation>");
        try (Served served = new Served(Map.of("/calc?wsdl", wsdl))) {
            assertThatThrownBy(() -> copied(served.address())).hasMessageContaining("expected imports");
        }
    }

    private static final class Served implements AutoCloseable {
        private final HttpServer server;

        Served(Map<String, String> documents) throws IOException {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", exchange -> {
                String text = documents.get(exchange.getRequestURI().toString());
                byte[] bytes = text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(text == null ? 404 : 200, bytes.length == 0 ? -1 : bytes.length);
                exchange.getResponseBody().write(bytes);
                exchange.close();
            });
            server.start();
        }

        String address() {
            return "http://localhost:" + server.getAddress().getPort() + "/calc";
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }

    @Test
    void classesOfTheContractComeBeforeOthersOfTheirNames() throws Exception {
        String own = calculator().replace("urn:example:calculator", "http://contracts.examples.parley.io/");
        try (ContractFolder contract = ContractFolder.copy(write("a.wsdl", own), LIMITS)) {
            Class<?> type = ContractClasses.of(contract)
                    .portType(new QName("http://contracts.examples.parley.io/", "CalculatorSoap"))
                    .orElseThrow();

            assertThat(type.getPackageName()).isEqualTo("io.parley.examples.contracts");
            assertThat(type.getClassLoader()).isNotEqualTo(ContractFolder.class.getClassLoader());
        }
    }

    @Test
    void aRuntimeWithoutCompilerSaysWhatToDo() {
        assertThatThrownBy(() -> MemoryCompiler.checked(null))
                .isInstanceOf(ContractException.class)
                .hasMessageContaining("found a runtime without one")
                .hasMessageContaining("JDK 17");
    }
}
