package io.parley.examples.soak;

import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;

/** Service of the soak test. */
@WebService(targetNamespace = Desk.NAMESPACE, name = "Desk")
@SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
public interface Desk {
    /** Namespace of the service and its messages. */
    String NAMESPACE = "urn:parley:soak";

    /** Echoes the text after its pause. */
    @WebMethod
    @WebResult(name = "said", targetNamespace = NAMESPACE)
    Saying say(@WebParam(name = "say", targetNamespace = NAMESPACE) Saying saying);

    /** Returns the sum. */
    @WebMethod
    @WebResult(name = "sum", targetNamespace = NAMESPACE)
    Figures add(@WebParam(name = "add", targetNamespace = NAMESPACE) Figures figures);

    /** Returns the same content. */
    @WebMethod
    @WebResult(name = "returned", targetNamespace = NAMESPACE)
    Parcel send(@WebParam(name = "send", targetNamespace = NAMESPACE) Parcel parcel);

    /** Accepts a one-way message. */
    @WebMethod
    @Oneway
    void note(@WebParam(name = "note", targetNamespace = NAMESPACE) Saying saying);
}
