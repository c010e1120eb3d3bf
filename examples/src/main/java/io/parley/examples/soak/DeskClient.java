package io.parley.examples.soak;

import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.ws.AsyncHandler;
import jakarta.xml.ws.Response;
import java.util.concurrent.Future;

/** Client interface of {@link Desk}, with asynchronous methods. */
@WebService(targetNamespace = Desk.NAMESPACE, name = "Desk")
@SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
public interface DeskClient {
    /** Calls {@link Desk#say}. */
    @WebMethod
    @WebResult(name = "said", targetNamespace = Desk.NAMESPACE)
    Saying say(@WebParam(name = "say", targetNamespace = Desk.NAMESPACE) Saying saying);

    /** Calls {@link Desk#say} asynchronously, with polling. */
    @WebMethod(operationName = "say")
    @WebResult(name = "said", targetNamespace = Desk.NAMESPACE)
    Response<Saying> sayAsync(@WebParam(name = "say", targetNamespace = Desk.NAMESPACE) Saying saying);

    /** Calls {@link Desk#say} asynchronously, with a callback. */
    @WebMethod(operationName = "say")
    @WebResult(name = "said", targetNamespace = Desk.NAMESPACE)
    Future<?> sayAsync(
            @WebParam(name = "say", targetNamespace = Desk.NAMESPACE) Saying saying,
            @WebParam(name = "handler") AsyncHandler<Saying> handler);

    /** Calls {@link Desk#add}. */
    @WebMethod
    @WebResult(name = "sum", targetNamespace = Desk.NAMESPACE)
    Figures add(@WebParam(name = "add", targetNamespace = Desk.NAMESPACE) Figures figures);

    /** Calls {@link Desk#send}. */
    @WebMethod
    @WebResult(name = "returned", targetNamespace = Desk.NAMESPACE)
    Parcel send(@WebParam(name = "send", targetNamespace = Desk.NAMESPACE) Parcel parcel);

    /** Calls {@link Desk#note}. */
    @WebMethod
    @Oneway
    void note(@WebParam(name = "note", targetNamespace = Desk.NAMESPACE) Saying saying);
}
