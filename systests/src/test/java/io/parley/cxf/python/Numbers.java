package io.parley.cxf.python;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;

/** Returns arrays, for which clients in other languages have their own types. */
@WebService(
        targetNamespace = "urn:parley:test:numbers",
        name = "Numbers",
        serviceName = "NumbersService",
        portName = "NumbersPort")
public class Numbers {
    /** Returns its argument. */
    @WebMethod
    @WebResult(name = "value")
    public double[] doubles(@WebParam(name = "value") double[] values) {
        return values;
    }

    /** Returns its argument. */
    @WebMethod
    @WebResult(name = "value")
    public float[] floats(@WebParam(name = "value") float[] values) {
        return values;
    }

    /** Returns its argument. */
    @WebMethod
    @WebResult(name = "value")
    public int[] ints(@WebParam(name = "value") int[] values) {
        return values;
    }

    /** Returns its argument. */
    @WebMethod
    @WebResult(name = "value")
    public long[] longs(@WebParam(name = "value") long[] values) {
        return values;
    }

    /** Returns its argument. */
    @WebMethod
    @WebResult(name = "value")
    public byte[] bytes(@WebParam(name = "value") byte[] values) {
        return values;
    }

    /** Returns its argument. */
    @WebMethod
    @WebResult(name = "value")
    public String[] texts(@WebParam(name = "value") String[] values) {
        return values;
    }
}
