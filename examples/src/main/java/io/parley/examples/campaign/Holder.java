package io.parley.examples.campaign;

import jakarta.activation.DataHandler;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlMimeType;
import java.util.List;

/** A service that holds what it is given for a while. */
@WebService(targetNamespace = "urn:parley:campaign")
public interface Holder {
    /** Counts texts. */
    @WebMethod
    int count(@WebParam(name = "text") List<String> texts);

    /** Counts the bytes of a binary, which travels beside its message. */
    @WebMethod
    int weigh(@WebParam(name = "content") @XmlMimeType("application/octet-stream") DataHandler content);

    /** Returns as many texts. */
    @WebMethod
    List<String> fill(@WebParam(name = "texts") int texts);

    /** Gives a number back. */
    @WebMethod
    int echo(@WebParam(name = "number") int number);
}
