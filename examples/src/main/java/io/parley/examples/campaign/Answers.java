package io.parley.examples.campaign;

import io.parley.testkit.campaign.HeavyContent;
import jakarta.activation.DataHandler;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlMimeType;

/** Service whose responses are as long as its caller wants, each approximately that many bytes in hhfr. */
@WebService(targetNamespace = "urn:parley:campaign:answers")
public interface Answers {
    /** Returns one long text. */
    @WebMethod(operationName = "fetchText")
    HeavyContent.Text text(@WebParam(name = "bytes") int bytes);

    /** Returns many short texts. */
    @WebMethod(operationName = "fetchTexts")
    HeavyContent.Texts texts(@WebParam(name = "bytes") int bytes);

    /** Returns many numbers that are objects. */
    @WebMethod(operationName = "fetchNumbers")
    HeavyContent.Numbers numbers(@WebParam(name = "bytes") int bytes);

    /** Returns many small objects. */
    @WebMethod(operationName = "fetchBeans")
    HeavyContent.Beans beans(@WebParam(name = "bytes") int bytes);

    /** Returns a map. */
    @WebMethod(operationName = "fetchMap")
    HeavyContent.Counts map(@WebParam(name = "bytes") int bytes);

    /** Returns a binary value. */
    @WebMethod(operationName = "fetchBytes")
    HeavyContent.Blob bytes(@WebParam(name = "bytes") int bytes);

    /** Returns a binary value that is sent on a side stream. */
    @WebMethod
    @XmlMimeType("application/octet-stream")
    DataHandler file(@WebParam(name = "bytes") int bytes);

    /** Returns the number. */
    @WebMethod
    int honest(@WebParam(name = "number") int number);
}
