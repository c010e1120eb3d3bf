package io.parley.cxf.transport;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.AbstractMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.service.Service;
import org.apache.cxf.service.model.EndpointInfo;
import org.jspecify.annotations.Nullable;

/**
 * The contextual properties of a message, looked up where they stand: in the message, its exchange, the endpoint, the service,
 * the bus. CXF copies them all into a map when the first is asked for, in each of the four messages of a call, and puts what a
 * message is given later into two maps: 15 of the 44 KB that a void call took. Of {@link MessageImpl}, whatever it copies for
 * itself; a message that was made from this one would look here too, so those that CXF copies must not have it.
 */
final class LiveProperties extends AbstractMap<String, Object> {
    /** Where CXF keeps that map; null if it keeps it elsewhere, and then all is as it was. */
    private static final @Nullable VarHandle GATHERED = gathered();

    private final Message message;

    private LiveProperties(Message message) {
        this.message = message;
    }

    /** Has a message look its properties up until CXF wants to gather them anew, as when it gets another endpoint. */
    static void install(Message message) {
        if (GATHERED != null && message instanceof MessageImpl holder) {
            Map<String, Object> live = new LiveProperties(message);
            GATHERED.set(holder, live);
        }
    }

    private static @Nullable VarHandle gathered() {
        try {
            return MethodHandles.privateLookupIn(MessageImpl.class, MethodHandles.lookup())
                    .findVarHandle(MessageImpl.class, "contextCache", Map.class);
        } catch (NoSuchFieldException | IllegalAccessException e) {
            return null;
        }
    }

    @Override
    public @Nullable Object get(@Nullable Object key) {
        Object value = message.get(key);
        if (value != null || message.containsKey(key)) {
            return value;
        }
        Exchange exchange = message.getExchange();
        return exchange != null && key instanceof String name ? around(exchange, name) : null;
    }

    private static @Nullable Object around(Exchange exchange, String name) {
        Object value = exchange.get(name);
        Endpoint endpoint = exchange.getEndpoint();
        if (value == null && endpoint != null) {
            value = of(endpoint, name);
        }
        Service service = exchange.getService();
        if (value == null && service != null) {
            value = service.get(name);
        }
        Bus bus = exchange.getBus();
        return value == null && bus != null ? bus.getProperty(name) : value;
    }

    private static @Nullable Object of(Endpoint endpoint, String name) {
        Object value = endpoint.get(name);
        EndpointInfo info = endpoint.getEndpointInfo();
        if (value == null && info != null) {
            value = info.getProperty(name);
        }
        return value == null && info != null && info.getBinding() != null
                ? info.getBinding().getProperty(name)
                : value;
    }

    /** What CXF puts here it puts on the message or the exchange as well. */
    @Override
    public @Nullable Object put(String name, Object value) {
        return null;
    }

    /** Gathered by CXF, as of now; nobody asks for them in a call. */
    @Override
    public Set<Map.Entry<String, Object>> entrySet() {
        MessageImpl gathering = new MessageImpl();
        gathering.setExchange(message.getExchange());
        gathering.putAll(message);
        Map<String, Object> all = new HashMap<>();
        gathering.getContextualProperty("");
        gathering.getContextualPropertyKeys().forEach(name -> all.put(name, gathering.getContextualProperty(name)));
        return all.entrySet();
    }
}
