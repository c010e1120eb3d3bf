package io.parley.examples.campaign;

import jakarta.activation.DataHandler;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlMimeType;
import java.util.List;

/** Service that holds received content for a while. */
@WebService(targetNamespace = "urn:parley:campaign")
public interface Holder {
    /** Returns the number of texts. */
    @WebMethod
    int count(@WebParam(name = "text") List<String> texts);

    /** Returns the number of bytes of a binary, which is sent on a side stream. */
    @WebMethod
    int weigh(@WebParam(name = "content") @XmlMimeType("application/octet-stream") DataHandler content);

    /** Returns a list of that many texts. */
    @WebMethod
    List<String> fill(@WebParam(name = "texts") int texts);

    /** Returns the number. */
    @WebMethod
    int echo(@WebParam(name = "number") int number);
}
