package io.parley.store.wscontext;

import io.parley.Limits;
import io.parley.context.Value;
import io.parley.store.wscontext.message.BeginRequest;
import io.parley.store.wscontext.message.Completion;
import io.parley.store.wscontext.message.ContentsVersion;
import io.parley.store.wscontext.message.ContextMessage;
import io.parley.store.wscontext.message.Signal;
import io.parley.store.wscontext.message.WsContext;
import io.parley.store.wscontext.message.WsContextException;
import io.parley.store.wscontext.message.WsContextNames;
import io.parley.store.wscontext.message.WsContextPort;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.AddressingFeature;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * Client of a WS-Context service: creates contexts, stores content of any type under their identifiers, and reads it
 * (the HHFR paper, "Context-store client"). XML, of media type {@code application/xml}, is sent as such; anything else
 * in an element of Parley's, which other implementations of the service store without understanding it.
 *
 * <p>It requires a JAX-WS runtime and is as thread-safe as the runtime's proxies; those of CXF are. Methods block for
 * the response. A fault is thrown as a {@link WsContextException}, a missing response as a {@link WebServiceException}.
 */
public final class ContextServiceHandler implements AutoCloseable {
    private final WsContextPort service;
    private final Limits limits;

    private ContextServiceHandler(WsContextPort service, Limits limits) {
        this.service = service;
        this.limits = limits;
    }

    /** Creates a handler for the service at an address, by SOAP 1.2, without credentials. */
    public static ContextServiceHandler at(String address) {
        Service service = Service.create(new QName(WsContextNames.NAMESPACE, "WsContext"));
        QName port = new QName(WsContextNames.NAMESPACE, "WsContextSoap12Port");
        service.addPort(port, SOAPBinding.SOAP12HTTP_BINDING, address);
        // Not required: a service without WS-Addressing responds just as well.
        return over(service.getPort(port, WsContextPort.class, new AddressingFeature(true, false)), Limits.defaults());
    }

    /**
     * Creates a handler for a proxy that the caller configured.
     *
     * @param limits the limits of received content
     */
    public static ContextServiceHandler over(WsContextPort proxy, Limits limits) {
        return new ContextServiceHandler(proxy, limits);
    }

    /** Sets credentials, which the runtime sends by HTTP basic authentication; returns this handler. */
    public ContextServiceHandler as(String user, String password) {
        var request = ((BindingProvider) service).getRequestContext();
        request.put(BindingProvider.USERNAME_PROPERTY, user);
        request.put(BindingProvider.PASSWORD_PROPERTY, password);
        return this;
    }

    /**
     * Creates a context with the default lifetime of the service.
     *
     * @return its identifier, which cannot be guessed and is all that other users need to know
     */
    public String begin() throws WsContextException {
        return begin(new BeginRequest());
    }

    /**
     * Creates a context.
     *
     * @param lifetime rounded down to seconds
     * @param participants further users, by the names under which the service knows them
     * @return its identifier
     */
    public String begin(Duration lifetime, Collection<String> participants) throws WsContextException {
        return begin(new BeginRequest().withTimeout(lifetime.toSeconds()).withParticipants(participants));
    }

    private String begin(BeginRequest request) throws WsContextException {
        return carried(service.begin(null, request)).identifier();
    }

    /**
     * Replaces the content of a context.
     *
     * @return the version of the new content
     */
    public long setContent(String identifier, Value content) throws WsContextException {
        return set(identifier, content, List.of());
    }

    /**
     * Replaces the content of a context if its version is still the given one, 0 for no content; otherwise throws
     * {@code invalidStateFault}.
     *
     * @return the version of the new content
     */
    public long setContent(String identifier, Value content, long version) throws WsContextException {
        return set(identifier, content, List.of(ContentsVersion.of(version)));
    }

    private long set(String identifier, Value content, List<Object> others) throws WsContextException {
        WsContext context = WsContext.named(identifier);
        context.contents().addAll(others);
        context.contents().addAll(StoredContents.elements(content, limits));
        Signal done = service.setContents(WsContext.named(identifier), ContextMessage.of(context));
        return ContentsVersion.in(done.others()).orElse(0L);
    }

    /**
     * Returns the content of the context; empty if it has none. Several elements are wrapped in an element of Parley's.
     */
    public Optional<Value> getContent(String identifier) throws WsContextException {
        return getVersioned(identifier).map(Versioned::value);
    }

    /** Returns the content of the context with its version; empty if it has none. */
    public Optional<Versioned> getVersioned(String identifier) throws WsContextException {
        List<Object> found = context(identifier).contents();
        List<Object> elements = new ArrayList<>(found);
        elements.removeIf(ContentsVersion.class::isInstance);
        return elements.isEmpty()
                ? Optional.empty()
                : Optional.of(new Versioned(
                        StoredContents.value(elements, limits),
                        ContentsVersion.in(found).orElse(0L)));
    }

    /**
     * Content with its version.
     *
     * @param version 0 if the service does not report versions, which only Parley's does
     */
    public record Versioned(Value value, long version) {}

    /** Returns the context by value, with contents, version and expiry, to be used as a header of messages. */
    public WsContext context(String identifier) throws WsContextException {
        return carried(service.getContents(WsContext.named(identifier), new Signal()));
    }

    /** Returns the remaining lifetime in seconds. */
    public long timeout(String identifier) throws WsContextException {
        return service.getTimeout(WsContext.named(identifier), new Signal());
    }

    /** Restarts the lifetime of a context; only its owner may. */
    public void setTimeout(String identifier, Duration lifetime) throws WsContextException {
        service.setTimeout(WsContext.named(identifier), lifetime.toSeconds());
    }

    /** Completes a context; only its owner may. */
    public void complete(String identifier) throws WsContextException {
        service.complete(WsContext.named(identifier), Completion.of(Completion.Status.SUCCESS));
    }

    private static WsContext carried(ContextMessage message) {
        return message.context()
                .orElseThrow(() -> new WebServiceException("expected a context in the answer, found none"));
    }

    /** Closes the proxy, if it can be closed. */
    @Override
    public void close() {
        if (service instanceof Closeable proxy) {
            try {
                proxy.close();
            } catch (IOException e) {
                throw new WebServiceException("cannot close the proxy of the context service", e);
            }
        }
    }
}
