package io.parley.cxf.transport;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.transport.Session;
import org.jspecify.annotations.Nullable;

/**
 * Exchange of a request on a session. Its HTTP session, created on demand, belongs to this request alone, as for an
 * HTTP client without cookies.
 */
final class CallExchange extends ExchangeImpl {
    private static final long serialVersionUID = 1;

    @Override
    public synchronized Session getSession() {
        Session known = super.getSession();
        if (known == null) {
            known = new OfCall();
            setSession(known);
        }
        return known;
    }

    private static final class OfCall implements Session {
        private final Map<Object, Object> values = new ConcurrentHashMap<>();

        @Override
        public @Nullable Object get(Object name) {
            return values.get(name);
        }

        @Override
        public void put(Object name, Object value) {
            values.put(name, value);
        }
    }
}
