package io.parley.cxf.services;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.ws.AsyncHandler;
import jakarta.xml.ws.Response;
import jakarta.xml.ws.ResponseWrapper;
import java.util.concurrent.Future;

/** A client's view of {@link WrappedStations}, with asynchronous methods and an operation that the service lacks. */
@WebService(targetNamespace = "urn:parley:test", name = "WrappedStations")
@SOAPBinding(style = SOAPBinding.Style.DOCUMENT, parameterStyle = SOAPBinding.ParameterStyle.WRAPPED)
public interface MoreStations {
    @WebMethod
    @WebResult(name = "text")
    @ResponseWrapper(
            localName = "echoResponse",
            targetNamespace = "urn:parley:test",
            className = "io.parley.cxf.services.EchoAnswer")
    String echo(@WebParam(name = "value") String value);

    @WebMethod(operationName = "echo")
    @ResponseWrapper(
            localName = "echoResponse",
            targetNamespace = "urn:parley:test",
            className = "io.parley.cxf.services.EchoAnswer")
    Response<EchoAnswer> echoAsync(@WebParam(name = "value") String value);

    @WebMethod(operationName = "echo")
    @ResponseWrapper(
            localName = "echoResponse",
            targetNamespace = "urn:parley:test",
            className = "io.parley.cxf.services.EchoAnswer")
    Future<?> echoAsync(
            @WebParam(name = "value") String value, @WebParam(name = "handler") AsyncHandler<EchoAnswer> handler);

    @WebMethod
    @WebResult(name = "nothing")
    String missing(@WebParam(name = "value") String value);

    @WebMethod
    @WebResult(name = "waited")
    long waitFor(@WebParam(name = "millis") long millis);
}
