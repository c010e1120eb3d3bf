package io.parley.examples.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.examples.contracts.ContractException;
import io.parley.testkit.generate.RandomSchema;
import io.parley.testkit.generate.SchemaGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests contracts made of random schemas, bare and rpc. {@code -Pcampaign -Dparley.compare.schemas=1-200} searches more
 * of them; both ends belong to the range.
 */
class RandomContractsTest {
    private static final String SCHEMAS = System.getProperty("parley.compare.schemas", "1-2");
    private static final int CALLS = Integer.getInteger("parley.compare.calls", 3);

    @TempDir
    private Path folder;

    @Test
    void everyOperationIsByTheStreamAsItIsByPlainSoap() throws Exception {
        List<String> unlike = new ArrayList<>();
        List<String> refused = new ArrayList<>();
        int equal = 0;
        String[] range = SCHEMAS.split("-", 2);
        for (long seed = Long.parseLong(range[0]); seed <= Long.parseLong(range[range.length - 1]); seed++) {
            try {
                ComparisonReport report = Contracts.compare(contract(seed), CALLS, seed, "stream");
                for (OperationResult result : report.operations()) {
                    if (result.unlike().isPresent()) {
                        unlike.addAll(Contracts.unlike(new ComparisonReport(seed, List.of(result))));
                    } else if (result.equal()) {
                        equal++;
                    } else {
                        refused.add("seed " + seed + ", " + result.operation() + ": " + result.obstacle());
                    }
                }
            } catch (ContractException e) {
                refused.add("seed " + seed + ": " + e.getMessage());
            }
        }

        System.out.println("random contracts " + SCHEMAS + ": " + equal + " operations are equal, " + refused.size()
                + " could not be compared");
        refused.forEach(why -> System.out.println(why.replaceAll("\\p{Cntrl}+", " ")));
        assertThat(unlike).isEmpty();
        assertThat(equal).isPositive();
    }

    private Path contract(long seed) throws IOException {
        RandomSchema schema = SchemaGenerator.forJava(seed);
        Path place = Files.createDirectory(folder.resolve("seed" + seed));
        for (RandomSchema.Document document : schema.documents()) {
            Files.writeString(place.resolve(document.file()), document.text());
        }
        StringBuilder parts = new StringBuilder();
        int number = 0;
        for (RandomSchema.Part part : schema.parts()) {
            parts.append("<w:part name='part")
                    .append(number++)
                    .append("' ")
                    .append(named("type", part.type()))
                    .append("/>");
        }
        return Files.writeString(
                place.resolve("contract.wsdl"),
                """
                <w:definitions xmlns:w='http://schemas.xmlsoap.org/wsdl/' xmlns:s='http://schemas.xmlsoap.org/wsdl/soap/'
                    xmlns:c='urn:contract' targetNamespace='urn:contract' name='Contract'>
                  <w:types><xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' targetNamespace='urn:contract:types'>
                    <xs:import NAMESPACE schemaLocation='main.xsd'/></xs:schema></w:types>
                  <w:message name='root'><w:part name='body' ROOT/></w:message>
                  <w:message name='parts'>PARTS</w:message>
                  <w:portType name='Bare'><w:operation name='echo'><w:input message='c:root'/><w:output message='c:root'/></w:operation></w:portType>
                  <w:portType name='Rpc'><w:operation name='send'><w:input message='c:parts'/><w:output message='c:parts'/></w:operation></w:portType>
                  <w:binding name='Bare' type='c:Bare'><s:binding transport='http://schemas.xmlsoap.org/soap/http'/>
                    <w:operation name='echo'><s:operation soapAction=''/>
                    <w:input><s:body use='literal'/></w:input><w:output><s:body use='literal'/></w:output></w:operation></w:binding>
                  <w:binding name='Rpc' type='c:Rpc'><s:binding style='rpc' transport='http://schemas.xmlsoap.org/soap/http'/>
                    <w:operation name='send'><s:operation soapAction=''/><w:input><s:body use='literal' namespace='urn:rpc'/></w:input>
                    <w:output><s:body use='literal' namespace='urn:rpc'/></w:output></w:operation></w:binding>
                  <w:service name='Contract'>
                    <w:port name='Bare' binding='c:Bare'><s:address location='http://localhost/'/></w:port>
                    RPCPORT</w:service>
                </w:definitions>
                """.replace("NAMESPACE", namespace(schema.root()))
                        .replace("ROOT", named("element", schema.root()))
                        .replace("PARTS", parts)
                        .replace(
                                "RPCPORT",
                                number == 0
                                        ? ""
                                        : "<w:port name='Rpc' binding='c:Rpc'><s:address location='http://localhost/'/></w:port>"));
    }

    private static String namespace(QName root) {
        return root.getNamespaceURI().isEmpty() ? "" : "namespace='" + root.getNamespaceURI() + "'";
    }

    /** Returns an attribute that refers to a component of a schema. */
    private static String named(String attribute, QName name) {
        return name.getNamespaceURI().isEmpty()
                ? attribute + "='" + name.getLocalPart() + "' xmlns:none='urn:none'"
                : attribute + "='x:" + name.getLocalPart() + "' xmlns:x='" + name.getNamespaceURI() + "'";
    }
}
