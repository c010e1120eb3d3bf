package io.parley.cxf.services;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;

/** A document/literal bare contract, so that a body part is the bean itself. */
@WebService(targetNamespace = "urn:parley:test", name = "Reports")
@SOAPBinding(style = SOAPBinding.Style.DOCUMENT, parameterStyle = SOAPBinding.ParameterStyle.BARE)
public interface Reports {
    @WebMethod
    @WebResult(name = "filed", targetNamespace = "urn:parley:test")
    Report file(@WebParam(name = "toFile", targetNamespace = "urn:parley:test") Report report);
}
