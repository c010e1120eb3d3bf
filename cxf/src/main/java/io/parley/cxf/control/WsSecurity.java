package io.parley.cxf.control;

import java.util.List;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.message.Message;

/**
 * Knowledge of CXF's library for WS-Security, without it: over trees it works on messages of a session as on others,
 * and verifies each; its work over bytes is among {@link ByteInterceptors}.
 */
final class WsSecurity {
    private static final String VERIFYING = "org.apache.cxf.ws.security.wss4j.WSS4JInInterceptor";

    /** The interceptors that make a tree of a received message and judge it, by name. */
    static final List<String> IN = List.of(
            VERIFYING,
            "org.apache.cxf.ws.security.wss4j.PolicyBasedWSS4JInInterceptor",
            "org.apache.cxf.binding.soap.saaj.SAAJInInterceptor");

    private WsSecurity() {}

    /** Returns whether this message, and so each to this endpoint, is judged by its security header over its tree. */
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
