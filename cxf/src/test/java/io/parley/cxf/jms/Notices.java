package io.parley.cxf.jms;

import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;

/**
 * A one-way operation of rpc/literal that is identified by its SOAP action: CXF does not mark its exchange as one-way.
 */
@WebService(targetNamespace = "urn:parley:test:notices", name = "Notices")
@SOAPBinding(style = SOAPBinding.Style.RPC)
public interface Notices {
    @WebMethod(action = "urn:parley:test:notices:post")
    @Oneway
    void post(@WebParam(name = "notice") String notice);
}
