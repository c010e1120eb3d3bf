package io.parley.cxf.services;

import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;

/** The stations as document/literal bare. */
@WebService(targetNamespace = "urn:parley:test", name = "BareStations")
@SOAPBinding(style = SOAPBinding.Style.DOCUMENT, parameterStyle = SOAPBinding.ParameterStyle.BARE)
public interface BareStations {
    @WebMethod
    @WebResult(name = "text", targetNamespace = "urn:parley:test")
    String echo(@WebParam(name = "value", targetNamespace = "urn:parley:test") String value);

    @WebMethod
    @WebResult(name = "sum", targetNamespace = "urn:parley:test")
    double sum(@WebParam(name = "toSum", targetNamespace = "urn:parley:test") Reading reading);

    @WebMethod
    @WebResult(name = "never", targetNamespace = "urn:parley:test")
    String fail(@WebParam(name = "kind", targetNamespace = "urn:parley:test") String kind) throws StationException;

    @WebMethod
    @Oneway
    void tell(@WebParam(name = "what", targetNamespace = "urn:parley:test") String what);
}
