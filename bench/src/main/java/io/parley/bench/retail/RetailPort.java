package io.parley.bench.retail;

import io.parley.bench.document.Update;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;

/** The service of the TDXML paper: with messages as elements, and with strings that contain them. */
@WebService(targetNamespace = Update.NAMESPACE)
public interface RetailPort {
    Update exchange(@WebParam(name = "value") Update value);

    String exchangeText(@WebParam(name = "value") String value);
}
