package io.parley.cxf.stax;

import java.util.AbstractMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import javax.xml.namespace.QName;
import org.apache.cxf.databinding.DataBinding;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.service.Service;
import org.apache.cxf.service.invoker.Invoker;
import org.apache.cxf.service.model.EndpointInfo;
import org.apache.cxf.service.model.ServiceInfo;
import org.jspecify.annotations.Nullable;

/**
 * Service whose data binding can write and read typed parts; all else is delegated. It replaces the exchange's service
 * only from the StAX interceptor to the end of (un)marshalling: elsewhere CXF tests the binding's exact class, which
 * also selects the fast path of plain SOAP.
 */
final class ExchangeService extends AbstractMap<String, Object> implements Service {
    private final Service original;
    private final DataBinding typed;
    private final DataBinding binding;

    ExchangeService(Service original) {
        this.original = original;
        this.typed = original.getDataBinding();
        this.binding = new TypedDataBinding(typed);
    }

    /** Returns whether this object delegates to that service and its current data binding. */
    boolean isOf(Service service) {
        return original == service && typed == service.getDataBinding();
    }

    /** Replaces the exchange's service by one with the typed binding, unless done already. */
    static void install(Exchange exchange, Terms terms) {
        Service service = exchange.getService();
        if (service != null && service.getDataBinding() != null && !(service instanceof ExchangeService)) {
            swap(exchange, terms.typed(service));
        }
    }

    /** Restores the original service. Idempotent. */
    static void restore(@Nullable Exchange exchange) {
        if (exchange != null && exchange.getService() instanceof ExchangeService swapped) {
            swap(exchange, swapped.original);
        }
    }

    /**
     * Replaces the service without notice to the exchange's messages. They would drop their cached contextual
     * properties and collect them again from bus, service and endpoint, eight times per call, although both services
     * have equal properties.
     */
    private static void swap(Exchange exchange, Service service) {
        Message in = exchange.getInMessage();
        Message out = exchange.getOutMessage();
        Message inFault = exchange.getInFaultMessage();
        Message outFault = exchange.getOutFaultMessage();
        exchange.setInMessage(null);
        exchange.setOutMessage(null);
        exchange.setInFaultMessage(null);
        exchange.setOutFaultMessage(null);
        exchange.put(Service.class, service);
        exchange.setInMessage(in);
        exchange.setOutMessage(out);
        exchange.setInFaultMessage(inFault);
        exchange.setOutFaultMessage(outFault);
    }

    @Override
    public DataBinding getDataBinding() {
        return binding;
    }

    @Override
    public void setDataBinding(DataBinding dataBinding) {
        original.setDataBinding(dataBinding);
    }

    @Override
    public QName getName() {
        return original.getName();
    }

    @Override
    public List<ServiceInfo> getServiceInfos() {
        return original.getServiceInfos();
    }

    @Override
    public EndpointInfo getEndpointInfo(QName endpoint) {
        return original.getEndpointInfo(endpoint);
    }

    @Override
    public Executor getExecutor() {
        return original.getExecutor();
    }

    @Override
    public void setExecutor(Executor executor) {
        original.setExecutor(executor);
    }

    @Override
    public Invoker getInvoker() {
        return original.getInvoker();
    }

    @Override
    public void setInvoker(Invoker invoker) {
        original.setInvoker(invoker);
    }

    @Override
    public Map<QName, Endpoint> getEndpoints() {
        return original.getEndpoints();
    }

    @Override
    public List<Interceptor<? extends Message>> getInInterceptors() {
        return original.getInInterceptors();
    }

    @Override
    public List<Interceptor<? extends Message>> getOutInterceptors() {
        return original.getOutInterceptors();
    }

    @Override
    public List<Interceptor<? extends Message>> getInFaultInterceptors() {
        return original.getInFaultInterceptors();
    }

    @Override
    public List<Interceptor<? extends Message>> getOutFaultInterceptors() {
        return original.getOutFaultInterceptors();
    }

    @Override
    public Set<Map.Entry<String, Object>> entrySet() {
        return original.entrySet();
    }

    @Override
    public @Nullable Object get(Object key) {
        return original.get(key);
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
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
