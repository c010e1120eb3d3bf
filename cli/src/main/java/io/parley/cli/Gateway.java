package io.parley.cli;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.settings.Settings;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Provider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.ServiceMode;
import jakarta.xml.ws.WebServiceProvider;
import jakarta.xml.ws.handler.MessageContext;
import java.net.URI;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.binding.soap.SoapBindingConstants;
import org.apache.cxf.binding.soap.interceptor.MustUnderstandInterceptor;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.helpers.CastUtils;
import org.apache.cxf.jaxws.DispatchImpl;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.jspecify.annotations.Nullable;

/**
 * Accepts SOAP at one address and forwards it to another, with Parley towards both: either side streams if its peer
 * supports it. The gateway knows no contract, so everything travels as infoset; messages are held in memory with their
 * attachments. Thread-safe.
 */
final class Gateway implements AutoCloseable {
    private static final QName SERVICE = new QName("urn:parley:gateway", "Gateway");
    private static final QName PORT = new QName("urn:parley:gateway", "GatewayPort");
    private static final String AUTHORIZATION = "Authorization";
    private static final String THREAD_LOCAL_CONTEXT = "thread.local.request.context";

    private final Bus bus;
    private final Dispatch<SOAPMessage> out;
    private final Server in;

    private Gateway(Bus bus, Dispatch<SOAPMessage> out, Server in) {
        this.bus = bus;
        this.out = out;
        this.in = in;
    }

    /**
     * Starts listening; the target service is first contacted by the first call.
     *
     * @param at the address to listen at
     * @param to the target service
     * @param binding the version of SOAP, as a JAX-WS binding identifier
     */
    static Gateway open(URI at, URI to, String binding) {
        Bus before = BusFactory.getThreadDefaultBus(false);
        Bus bus = BusFactory.newInstance().createBus();
        BusFactory.setThreadDefaultBus(bus);
        try {
            Dispatch<SOAPMessage> out = dispatch(to, binding);
            return new Gateway(bus, out, publish(bus, at, binding, new Forwarder(out), new PassedWsdl(at, to)));
        } catch (RuntimeException e) {
            bus.shutdown(true);
            throw e;
        } finally {
            BusFactory.setThreadDefaultBus(before);
        }
    }

    /** Returns how calls to the target service travelled. */
    ParleyStatus outgoing() {
        return ParleyStatus.of(client(out)).orElseThrow();
    }

    /** Returns how incoming calls travelled. */
    ParleyStatus incoming() {
        return ParleyStatus.of(in).orElseThrow();
    }

    @Override
    public void close() {
        in.destroy();
        client(out).destroy();
        bus.shutdown(true);
    }

    private static Dispatch<SOAPMessage> dispatch(URI to, String binding) {
        Service service = Service.create(SERVICE);
        service.addPort(PORT, binding, to.toString());
        Dispatch<SOAPMessage> out =
                service.createDispatch(PORT, SOAPMessage.class, Service.Mode.MESSAGE, new ParleyFeature());
        out.getRequestContext().put(THREAD_LOCAL_CONTEXT, true);
        understandEverything(client(out).getEndpoint());
        return out;
    }

    private static Server publish(Bus bus, URI at, String binding, Forwarder forwarder, PassedWsdl wsdl) {
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
        factory.setBus(bus);
        factory.setServiceBean(forwarder);
        factory.setBindingId(binding);
        factory.setAddress(at.toString());
        // The stream must not be reachable from more networks than the address is.
        factory.getFeatures().add(new ParleyFeature().set(Settings.BIND, at.getHost()));
        Server server = factory.create();
        understandEverything(server.getEndpoint());
        server.getEndpoint().getInInterceptors().add(wsdl);
        return server;
    }

    /**
     * Disables the check of mustUnderstand: header blocks concern the service and its client, and are forwarded unread.
     */
    private static void understandEverything(Endpoint endpoint) {
        endpoint.getBinding().getInInterceptors().removeIf(MustUnderstandInterceptor.class::isInstance);
    }

    private static Client client(Dispatch<?> dispatch) {
        return ((DispatchImpl<?>) dispatch).getClient();
    }

    /** Forwards messages. A fault of the target service is returned to the caller. */
    @WebServiceProvider(targetNamespace = "urn:parley:gateway", serviceName = "Gateway", portName = "GatewayPort")
    @ServiceMode(Service.Mode.MESSAGE)
    static final class Forwarder implements Provider<SOAPMessage> {
        private final Dispatch<SOAPMessage> out;

        Forwarder(Dispatch<SOAPMessage> out) {
            this.out = out;
        }

        @Override
        public @Nullable SOAPMessage invoke(SOAPMessage request) {
            Message incoming = PhaseInterceptorChain.getCurrentMessage();
            Map<String, Object> context = out.getRequestContext();
            String action = (String) incoming.get(SoapBindingConstants.SOAP_ACTION);
            context.put(BindingProvider.SOAPACTION_USE_PROPERTY, action != null);
            context.put(BindingProvider.SOAPACTION_URI_PROPERTY, action == null ? "" : action.replace("\"", ""));
            Map<String, List<String>> headers = CastUtils.cast((Map<?, ?>) incoming.get(Message.PROTOCOL_HEADERS));
            List<String> credentials = headers == null ? null : headers.get(AUTHORIZATION);
            if (credentials == null) {
                context.remove(MessageContext.HTTP_REQUEST_HEADERS);
            } else {
                context.put(MessageContext.HTTP_REQUEST_HEADERS, Map.of(AUTHORIZATION, credentials));
            }
            return out.invoke(request);
        }
    }
}
