package io.parley.testkit.generate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * A contract as large as those of legacy platforms: types with circular references, a few hubs that lead to nearly all
 * others, inheritance, choices, lists, enumerations, wildcards, and operations whose messages use them. The same seed
 * gives the same contract. Immutable.
 */
public final class LargeContract {
    /** Namespace of its schema and its service. */
    public static final String NAMESPACE = "urn:parley:large";

    /** Package that a schema compiler derives from the namespace. */
    public static final String PACKAGE = "parley.large";

    /** Simple name of the interface of its operations. */
    public static final String PORT = "LargePort";

    private final String schema;
    private final int operations;

    private LargeContract(String schema, int operations) {
        this.schema = schema;
        this.operations = operations;
    }

    /**
     * Creates a contract.
     *
     * @param types number of named complex types; each operation adds two anonymous ones
     * @param operations number of operations; the last is one-way
     */
    public static LargeContract of(long seed, int types, int operations) {
        return new LargeContract(new LargeSchema(new Random(seed), types, operations).text(), operations);
    }

    /** Returns the contract that is measured: 1,212 complex types, 205 body parts. */
    public static LargeContract full() {
        return of(1, 1_007, 103);
    }

    /** Returns the schema document. */
    public String schema() {
        return schema;
    }

    /** Returns the number of body parts of its operations. */
    public int parts() {
        return 2 * operations - 1;
    }

    /** Returns the WSDL, with the schema embedded. */
    public String wsdl() {
        StringBuilder text = new StringBuilder();
        text.append("<wsdl:definitions name=\"Large\" targetNamespace=\"")
                .append(NAMESPACE)
                .append("\" xmlns:tns=\"")
                .append(NAMESPACE)
                .append("\" xmlns:wsdl=\"http://schemas.xmlsoap.org/wsdl/\"")
                .append(" xmlns:soap=\"http://schemas.xmlsoap.org/wsdl/soap/\">\n<wsdl:types>\n")
                .append(schema)
                .append("</wsdl:types>\n");
        for (String message : messages()) {
            text.append(
                    "<wsdl:message name=\"%1$s\"><wsdl:part name=\"parameters\" element=\"tns:%1$s\"/></wsdl:message>\n"
                            .formatted(message));
        }
        text.append("<wsdl:portType name=\"" + PORT + "\">\n");
        for (int i = 0; i < operations; i++) {
            text.append(
                    "<wsdl:operation name=\"operation%1$d\"><wsdl:input message=\"tns:Operation%1$dRequest\"/>%2$s</wsdl:operation>\n"
                            .formatted(i, output(i, "<wsdl:output message=\"tns:Operation%dResponse\"/>")));
        }
        text.append("</wsdl:portType>\n<wsdl:binding name=\"LargeBinding\" type=\"tns:" + PORT + "\">\n")
                .append("<soap:binding style=\"document\" transport=\"http://schemas.xmlsoap.org/soap/http\"/>\n");
        for (int i = 0; i < operations; i++) {
            text.append(
                    "<wsdl:operation name=\"operation%d\"><soap:operation soapAction=\"\"/><wsdl:input><soap:body use=\"literal\"/></wsdl:input>%s</wsdl:operation>\n"
                            .formatted(i, output(i, "<wsdl:output><soap:body use=\"literal\"/></wsdl:output>")));
        }
        return text.append("</wsdl:binding>\n<wsdl:service name=\"LargeService\"><wsdl:port name=\"LargeEndpoint\"")
                .append(" binding=\"tns:LargeBinding\"><soap:address location=\"http://localhost:1/large\"/>")
                .append("</wsdl:port></wsdl:service>\n</wsdl:definitions>\n")
                .toString();
    }

    private String output(int operation, String form) {
        return isOneWay(operation) ? "" : form.formatted(operation);
    }

    private boolean isOneWay(int operation) {
        return operation == operations - 1;
    }

    /** Returns the names of the elements of all messages, which are also those of their classes. */
    public List<String> messages() {
        List<String> messages = new ArrayList<>();
        for (int i = 0; i < operations; i++) {
            messages.add("Operation" + i + "Request");
            if (!isOneWay(i)) {
                messages.add("Operation" + i + "Response");
            }
        }
        return messages;
    }

    /** Returns the source of the interface of its operations, as a tool would generate it from the WSDL. */
    public String port() {
        StringBuilder text = new StringBuilder();
        text.append("package " + PACKAGE + ";\n\n")
                .append("@jakarta.jws.WebService(name = \"" + PORT + "\", targetNamespace = \"" + NAMESPACE + "\")\n")
                .append(
                        "@jakarta.jws.soap.SOAPBinding(parameterStyle = jakarta.jws.soap.SOAPBinding.ParameterStyle.BARE)\n")
                .append("public interface " + PORT + " {\n");
        for (int i = 0; i < operations; i++) {
            String message = "targetNamespace = \"" + NAMESPACE + "\", partName = \"parameters\"";
            if (isOneWay(i)) {
                text.append("    @jakarta.jws.Oneway\n    void");
            } else {
                text.append(
                        "    @jakarta.jws.WebResult(name = \"Operation%1$dResponse\", %2$s)\n    Operation%1$dResponse"
                                .formatted(i, message));
            }
            text.append(
                    " operation%1$d(@jakarta.jws.WebParam(name = \"Operation%1$dRequest\", %2$s) Operation%1$dRequest request);\n"
                            .formatted(i, message));
        }
        return text.append("}\n").toString();
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%d operations, %,d characters of schema", operations, schema.length());
    }
}
