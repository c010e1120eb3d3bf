package io.parley.cxf.live;

import java.util.List;
import org.apache.cxf.binding.soap.SoapBinding;
import org.apache.cxf.binding.soap.SoapVersion;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.message.Message;

/**
 * Binding that uses live messages as they are and otherwise delegates to an endpoint's binding. Visible only to the
 * observer that starts a chain.
 */
class LiveBinding extends SoapBinding {
    private final SoapBinding original;

    LiveBinding(SoapBinding original) {
        super(original.getBindingInfo(), original.getSoapVersion());
        this.original = original;
    }

    @Override
    public Message createMessage(Message message) {
        return message instanceof LiveMessage live ? live.boundTo(original) : original.createMessage(message);
    }

    @Override
    public Message createMessage() {
        return original.createMessage();
    }

    @Override
    public SoapVersion getSoapVersion() {
        return original.getSoapVersion();
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
}
