package io.parley.examples.compare;

import java.util.HashMap;
import java.util.Map;
import javax.xml.namespace.QName;

/**
 * A port of a contract.
 *
 * @param wsdl where its copy is
 * @param address that the contract names; may be empty
 * @param type the generated interface
 * @param mtom whether binary content is optimized
 */
record PortContract(String wsdl, QName service, QName endpoint, String address, Class<?> type, boolean mtom) {
    String name() {
        return endpoint.getLocalPart();
    }

    /** For services and clients alike. */
    Map<String, Object> properties() {
        Map<String, Object> properties = new HashMap<>();
        if (mtom) {
            properties.put("mtom-enabled", true);
        }
        return properties;
    }
}
