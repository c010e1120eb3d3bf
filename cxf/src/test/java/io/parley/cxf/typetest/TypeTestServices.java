package io.parley.cxf.typetest;

import jakarta.jws.WebService;
import org.apache.cxf.systest.type_test.TypeTestImpl;

/** The services of CXF's own type tests. */
public final class TypeTestServices {
    private TypeTestServices() {}

    /** The document/literal service. */
    @WebService(
            serviceName = "SOAPService",
            portName = "SOAPPort",
            targetNamespace = "http://apache.org/type_test/doc",
            endpointInterface = "org.apache.type_test.doc.TypeTestPortType",
            wsdlLocation = "classpath:/wsdl/type_test/type_test_doclit_soap.wsdl")
    public static class Doc extends TypeTestImpl implements org.apache.type_test.doc.TypeTestPortType {}

    /** The rpc/literal service. */
    @WebService(
            serviceName = "SOAPService",
            portName = "SOAPPort",
            targetNamespace = "http://apache.org/type_test/rpc",
            endpointInterface = "org.apache.type_test.rpc.TypeTestPortType",
            wsdlLocation = "classpath:/wsdl/type_test/type_test_rpclit_soap.wsdl")
    public static class Rpc extends TypeTestImpl implements org.apache.type_test.rpc.TypeTestPortType {}
}
