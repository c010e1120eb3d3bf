package io.parley.examples.compare;

import java.util.HashMap;
import java.util.Map;
import javax.xml.namespace.QName;

/**
 * A port of a contract.
 *
 * @param wsdl location of the copied WSDL
 * @param address address in the contract; may be empty
 * @param type generated interface
 * @param mtom whether binary content is sent by MTOM
 */
record PortContract(String wsdl, QName service, QName endpoint, String address, Class<?> type, boolean mtom) {
    String name() {
        return endpoint.getLocalPart();
    }

    /** Returns CXF properties for services and clients. */
    Map<String, Object> properties() {
        Map<String, Object> properties = new HashMap<>();
        if (mtom) {
            properties.put("mtom-enabled", true);
        }
        return properties;
    }
}
