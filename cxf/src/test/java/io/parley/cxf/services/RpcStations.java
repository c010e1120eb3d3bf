package io.parley.cxf.services;

import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.ws.Holder;

/** The stations as RPC/literal. */
@WebService(targetNamespace = "urn:parley:test", name = "RpcStations")
@SOAPBinding(style = SOAPBinding.Style.RPC)
public interface RpcStations extends Stations {
    @Override
    @WebMethod
    @WebResult(name = "text")
    String echo(@WebParam(name = "value") String value);

    @Override
    @WebMethod
    @WebResult(name = "sum")
    double sum(@WebParam(name = "reading") Reading reading);

    @Override
    @WebMethod
    @WebResult(name = "old")
    Reading swap(
            @WebParam(name = "current", mode = WebParam.Mode.INOUT) Holder<Reading> current,
            @WebParam(name = "count", mode = WebParam.Mode.OUT) Holder<Integer> count);

    @Override
    @WebMethod
    @WebResult(name = "never")
    String fail(@WebParam(name = "kind") String kind) throws StationException;

    @Override
    @WebMethod
    @Oneway
    void tell(@WebParam(name = "what") String what);

    @Override
    @WebMethod
    @WebResult(name = "waited")
    long waitFor(@WebParam(name = "millis") long millis);

    @Override
    @WebMethod
    @WebResult(name = "name")
    String whoAmI();
}
