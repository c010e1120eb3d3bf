package io.parley.cxf.live;

import java.io.Closeable;
import java.util.AbstractMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import org.apache.cxf.binding.Binding;
import org.apache.cxf.binding.soap.SoapBinding;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.service.Service;
import org.apache.cxf.service.model.EndpointInfo;
import org.apache.cxf.transport.MessageObserver;
import org.jspecify.annotations.Nullable;

/**
 * Client endpoint whose binding uses live messages as they are; all else is delegated. It is removed from the exchange
 * when it has supplied a message, before any interceptor runs.
 */
final class LiveEndpoint extends AbstractMap<String, Object> implements Endpoint {
    private final Endpoint original;
    private final Binding binding;

    LiveEndpoint(Endpoint original, SoapBinding binding) {
        this.original = original;
        this.binding = new LiveBinding(binding) {
            @Override
            public Message createMessage(Message message) {
                removeFrom(message.getExchange());
                return super.createMessage(message);
            }
        };
    }

    Endpoint original() {
        return original;
    }

    /** Restores the original endpoint of an exchange, if this one replaces it. */
    void removeFrom(Exchange exchange) {
        if (exchange.getEndpoint() == this) {
            exchange.put(Endpoint.class, original);
        }
    }

    @Override
    public Binding getBinding() {
        return binding;
    }

    @Override
    public EndpointInfo getEndpointInfo() {
        return original.getEndpointInfo();
    }

    @Override
    public Service getService() {
        return original.getService();
    }

    @Override
    public void setExecutor(Executor executor) {
        original.setExecutor(executor);
    }

    @Override
    public Executor getExecutor() {
        return original.getExecutor();
    }

    @Override
    public MessageObserver getInFaultObserver() {
        return original.getInFaultObserver();
    }

    @Override
    public MessageObserver getOutFaultObserver() {
        return original.getOutFaultObserver();
    }

    @Override
    public void setInFaultObserver(MessageObserver observer) {
        original.setInFaultObserver(observer);
    }

    @Override
    public void setOutFaultObserver(MessageObserver observer) {
        original.setOutFaultObserver(observer);
    }

    @Override
    public List<Feature> getActiveFeatures() {
        return original.getActiveFeatures();
    }

    @Override
    public void addCleanupHook(Closeable hook) {
        original.addCleanupHook(hook);
    }

    @Override
    public List<Closeable> getCleanupHooks() {
        return original.getCleanupHooks();
    }

    @Override
    public List<Interceptor<? extends Message>> getInInterceptors() {
        return original.getInInterceptors();
    }

    @Override
    public List<Interceptor<? extends Message>> getInFaultInterceptors() {
        return original.getInFaultInterceptors();
    }

    @Override
    public List<Interceptor<? extends Message>> getOutInterceptors() {
        return original.getOutInterceptors();
    }

    @Override
    public List<Interceptor<? extends Message>> getOutFaultInterceptors() {
        return original.getOutFaultInterceptors();
    }

    @Override
    public @Nullable Object get(Object key) {
        return original.get(key);
    }

    @Override
    public boolean containsKey(Object key) {
        return original.containsKey(key);
    }

    @Override
    public @Nullable Object put(String key, Object value) {
        return original.put(key, value);
    }

    @Override
    public @Nullable Object remove(Object key) {
        return original.remove(key);
    }

    @Override
    public Set<Map.Entry<String, Object>> entrySet() {
        return original.entrySet();
    }
}
