package io.parley.cxf.live;

import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.cxf.Bus;
import org.apache.cxf.binding.soap.SoapBinding;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.SoapVersion;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.service.Service;
import org.apache.cxf.service.model.AbstractPropertiesHolder;
import org.apache.cxf.service.model.EndpointInfo;
import org.jspecify.annotations.Nullable;

/**
 * SOAP message that looks up contextual properties on demand: in itself, its exchange, the endpoint, the service and
 * the bus. CXF's message copies them all to a map on first use, some 50 in each of the four messages of a call. A
 * lookup returns what that map would contain, but always the current value.
 */
public final class LiveMessage extends SoapMessage {
    private static final long serialVersionUID = 1;

    /** CXF's message that this one replaces in a chain; CXF looks for the exception there. Null for a new message. */
    private final transient @Nullable Message original;

    /** Properties; null until the first one is put, which happens in CXF's constructor. */
    private transient @Nullable Slots slots;

    /** Creates a new message, for an incoming one on a session. */
    LiveMessage(SoapVersion version) {
        super(version);
        this.original = null;
    }

    private LiveMessage(SoapMessage original) {
        super(original.getVersion());
        this.original = original;
        putAll(original);
        for (Class<?> format : original.getContentFormats()) {
            super.setContent(format, original.getContent(format));
        }
        setId(original.getId());
        setInterceptorChain(original.getInterceptorChain());
    }

    /** Creates a live message with all properties of another, and replaces that on its exchange. */
    static LiveMessage inPlaceOf(SoapMessage original) {
        LiveMessage live = new LiveMessage(original);
        original.getExchange().setOutMessage(live);
        return live;
    }

    /** Binds the message like {@link SoapBinding#createMessage(Message)}, but without a copy. */
    LiveMessage boundTo(SoapBinding binding) {
        Exchange exchange = getExchange();
        Message before = exchange == null ? null : exchange.getInMessage();
        setVersion(before != this && before instanceof SoapMessage soap ? soap.getVersion() : binding.getSoapVersion());
        putIfAbsent(Message.CONTENT_TYPE, getVersion().getContentType());
        return this;
    }

    @Override
    public <T> void setContent(Class<T> format, @Nullable Object content) {
        super.setContent(format, content);
        if (original != null && format == Exception.class) {
            original.setContent(format, content);
        }
    }

    @Override
    public <T> void removeContent(Class<T> format) {
        super.removeContent(format);
        if (original != null && format == Exception.class) {
            original.removeContent(format);
        }
    }

    @Override
    public @Nullable Object getContextualProperty(@Nullable String name) {
        Object value = get(name);
        if (value != null || containsKey(name)) {
            return value;
        }
        Exchange exchange = getExchange();
        return exchange == null || name == null ? null : lookUp(exchange, name);
    }

    private static @Nullable Object lookUp(Exchange exchange, String name) {
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
        return value == null && bus != null ? of(bus.getProperties(), name) : value;
    }

    private static @Nullable Object of(Endpoint endpoint, String name) {
        Object value = endpoint.get(name);
        EndpointInfo info = endpoint.getEndpointInfo();
        if (value != null || info == null) {
            return value;
        }
        value = of(properties(info), name);
        return value == null ? of(properties(info.getBinding()), name) : value;
    }

    private static @Nullable Map<String, Object> properties(@Nullable AbstractPropertiesHolder holder) {
        return holder == null ? null : holder.getProperties();
    }

    private static @Nullable Object of(@Nullable Map<String, Object> properties, String name) {
        return properties == null ? null : properties.get(name);
    }

    /** Collects the current names; not used in an ordinary call. */
    @Override
    public Set<String> getContextualPropertyKeys() {
        Set<String> names = new HashSet<>(keySet());
        Exchange exchange = getExchange();
        if (exchange != null) {
            names.addAll(exchange.keySet());
            addContext(exchange, names);
        }
        return names;
    }

    private static void addContext(Exchange exchange, Set<String> names) {
        Endpoint endpoint = exchange.getEndpoint();
        if (endpoint != null) {
            names.addAll(endpoint.keySet());
            EndpointInfo info = endpoint.getEndpointInfo();
            add(properties(info), names);
            add(properties(info == null ? null : info.getBinding()), names);
        }
        Bus bus = exchange.getBus();
        add(exchange.getService(), names);
        add(bus == null ? null : bus.getProperties(), names);
    }

    private static void add(@Nullable Map<String, Object> properties, Set<String> names) {
        if (properties != null) {
            names.addAll(properties.keySet());
        }
    }

    /** Does nothing: there is no cache. */
    @Override
    public void resetContextCache() {}

    private Slots slots() {
        Slots known = slots;
        if (known == null) {
            known = new Slots();
            slots = known;
        }
        return known;
    }

    @Override
    public int size() {
        return slots().size();
    }

    @Override
    public boolean isEmpty() {
        return slots().isEmpty();
    }

    @Override
    public @Nullable Object get(@Nullable Object name) {
        return slots().get(name);
    }

    @Override
    public boolean containsKey(@Nullable Object name) {
        return slots().containsKey(name);
    }

    @Override
    public boolean containsValue(@Nullable Object value) {
        return slots().containsValue(value);
    }

    @Override
    public @Nullable Object put(String name, @Nullable Object value) {
        return slots().put(name, value);
    }

    @Override
    public void putAll(Map<? extends String, ?> more) {
        slots().putAll(more);
    }

    @Override
    public @Nullable Object remove(@Nullable Object name) {
        return slots().remove(name);
    }

    @Override
    public void clear() {
        slots().clear();
    }

    @Override
    public Set<String> keySet() {
        return slots().keySet();
    }

    @Override
    public Collection<Object> values() {
        return slots().values();
    }

    @Override
    public Set<Map.Entry<String, Object>> entrySet() {
        return slots().entrySet();
    }

    @Override
    public @Nullable Object getOrDefault(@Nullable Object name, @Nullable Object other) {
        return slots().getOrDefault(name, other);
    }

    @Override
    public @Nullable Object putIfAbsent(String name, @Nullable Object value) {
        return slots().putIfAbsent(name, value);
    }

    @Override
    public boolean remove(Object name, Object value) {
        return slots().remove(name, value);
    }

    @Override
    public boolean replace(String name, Object before, Object value) {
        return slots().replace(name, before, value);
    }

    @Override
    public @Nullable Object replace(String name, Object value) {
        return slots().replace(name, value);
    }

    @Override
    public @Nullable Object computeIfAbsent(String name, Function<? super String, ?> value) {
        return slots().computeIfAbsent(name, value);
    }

    @Override
    public @Nullable Object computeIfPresent(String name, BiFunction<? super String, ? super Object, ?> value) {
        return slots().computeIfPresent(name, value);
    }

    @Override
    public @Nullable Object compute(String name, BiFunction<? super String, ? super Object, ?> value) {
        return slots().compute(name, value);
    }

    @Override
    public @Nullable Object merge(String name, Object value, BiFunction<? super Object, ? super Object, ?> merged) {
        return slots().merge(name, value, merged);
    }

    @Override
    public void forEach(BiConsumer<? super String, ? super Object> action) {
        slots().forEach(action);
    }

    @Override
    public void replaceAll(BiFunction<? super String, ? super Object, ?> value) {
        slots().replaceAll(value);
    }

    @Override
    public Object clone() {
        LiveMessage copy = (LiveMessage) super.clone();
        copy.slots = new Slots();
        copy.putAll(slots());
        return copy;
    }
}
