package io.parley.cxf.carrier;

import io.parley.soap.SoapVersion;
import org.apache.cxf.binding.soap.Soap12;
import org.apache.cxf.binding.soap.SoapBinding;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.message.Message;

/** Versions of SOAP of CXF's messages and endpoints; 1.1 for those of other bindings. Stateless. */
public final class SoapVersions {
    private SoapVersions() {}

    /** Returns the version of a message. */
    public static SoapVersion of(Message message) {
        return message instanceof SoapMessage soap ? of(soap.getVersion()) : SoapVersion.V1_1;
    }

    /** Returns the version of an endpoint's binding. */
    public static SoapVersion of(Endpoint endpoint) {
        return endpoint.getBinding() instanceof SoapBinding soap ? of(soap.getSoapVersion()) : SoapVersion.V1_1;
    }

    private static SoapVersion of(org.apache.cxf.binding.soap.SoapVersion version) {
        return version instanceof Soap12 ? SoapVersion.V1_2 : SoapVersion.V1_1;
    }
}
