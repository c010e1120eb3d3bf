package io.parley.examples.soak;

import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;

/** The service of a soak. */
@WebService(targetNamespace = Desk.NAMESPACE, name = "Desk")
@SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
public interface Desk {
    /** Of the service and its messages. */
    String NAMESPACE = "urn:parley:soak";

    /** Says it back, after its pause. */
    @WebMethod
    @WebResult(name = "said", targetNamespace = NAMESPACE)
    Saying say(@WebParam(name = "say", targetNamespace = NAMESPACE) Saying saying);

    /** The sum. */
    @WebMethod
    @WebResult(name = "sum", targetNamespace = NAMESPACE)
    Figures add(@WebParam(name = "add", targetNamespace = NAMESPACE) Figures figures);

    /** The same content. */
    @WebMethod
    @WebResult(name = "returned", targetNamespace = NAMESPACE)
    Parcel send(@WebParam(name = "send", targetNamespace = NAMESPACE) Parcel parcel);

    /** Takes note. */
    @WebMethod
    @Oneway
    void note(@WebParam(name = "note", targetNamespace = NAMESPACE) Saying saying);
}
