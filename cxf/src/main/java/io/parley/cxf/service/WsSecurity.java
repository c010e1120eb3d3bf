package io.parley.cxf.service;

import io.parley.cxf.endpoint.ByteInterceptors;
import java.util.List;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.message.Message;

/**
 * Names of CXF's WS-Security interceptors, whose library is optional. Those over trees work on streamed messages as on
 * others and verify each; those over bytes are among {@link ByteInterceptors}.
 */
final class WsSecurity {
    private static final String VERIFYING = "org.apache.cxf.ws.security.wss4j.WSS4JInInterceptor";

    /** Class names of the interceptors that build the tree of a received message and verify it. */
    static final List<String> IN = List.of(
            VERIFYING,
            "org.apache.cxf.ws.security.wss4j.PolicyBasedWSS4JInInterceptor",
            "org.apache.cxf.binding.soap.saaj.SAAJInInterceptor");

    private WsSecurity() {}

    /** Returns whether messages of this endpoint are verified over their trees, by their security headers. */
    static boolean judges(Message message) {
        for (Interceptor<? extends Message> interceptor : message.getInterceptorChain()) {
            for (Class<?> each = interceptor.getClass(); each != null; each = each.getSuperclass()) {
                if (each.getName().equals(VERIFYING)) {
                    return true;
                }
            }
        }
        return false;
    }
}
