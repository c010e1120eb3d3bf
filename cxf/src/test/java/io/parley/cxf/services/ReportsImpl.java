package io.parley.cxf.services;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import java.util.concurrent.atomic.AtomicInteger;

/** Returns its argument, and counts its calls. */
@WebService(targetNamespace = "urn:parley:test", name = "Reports", serviceName = "ReportsService")
@SOAPBinding(style = SOAPBinding.Style.DOCUMENT, parameterStyle = SOAPBinding.ParameterStyle.BARE)
public class ReportsImpl {
    private final AtomicInteger filed = new AtomicInteger();

    @WebMethod
    @WebResult(name = "filed", targetNamespace = "urn:parley:test")
    public Report file(@WebParam(name = "toFile", targetNamespace = "urn:parley:test") Report report) {
        filed.incrementAndGet();
        return report;
    }

    @WebMethod(exclude = true)
    public int filed() {
        return filed.get();
    }
}
