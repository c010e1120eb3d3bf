package io.parley.cxf.transport;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.transport.Session;
import org.jspecify.annotations.Nullable;

/**
 * The exchange of a request on a session. Like the HTTP request of a client that keeps no cookies it has an HTTP session of its own,
 * once somebody asks for one.
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
