package io.parley.cxf.live;

import org.apache.cxf.binding.Binding;
import org.apache.cxf.binding.soap.SoapBinding;
import org.apache.cxf.interceptor.ServiceInvokerInterceptor;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;

/**
 * Interceptor that creates the response message of a live request before the service is invoked; CXF's invoker would
 * create an ordinary message.
 */
public final class LiveAnswer extends AbstractPhaseInterceptor<Message> {
    public LiveAnswer() {
        super(Phase.INVOKE);
        addBefore(ServiceInvokerInterceptor.class.getName());
    }

    @Override
    public void handleMessage(Message request) {
        Exchange exchange = request.getExchange();
        Binding binding = exchange.getEndpoint().getBinding();
        if (request instanceof LiveMessage live
                && !exchange.isOneWay()
                && exchange.getOutMessage() == null
                && binding.getClass() == SoapBinding.class) {
            LiveMessage answer = new LiveMessage(live.getVersion());
            answer.setExchange(exchange);
            exchange.setOutMessage(answer.boundTo((SoapBinding) binding));
        }
    }
}
