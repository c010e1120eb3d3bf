package io.parley.store.wscontext;

import io.parley.Limits;
import io.parley.context.Value;
import io.parley.store.wscontext.message.BeginRequest;
import io.parley.store.wscontext.message.Carried;
import io.parley.store.wscontext.message.Completion;
import io.parley.store.wscontext.message.ContentsVersion;
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
 * A client of a service of WS-Context: begins contexts, stores content of any type under their identifiers, and gets it again
 * (the HHFR paper, "Context-store client"). XML, of media type {@code application/xml}, travels as such; anything else in an element
 * of Parley's, which a service of another make keeps without understanding it.
 *
 * <p>It needs a JAX-WS runtime, and is as thread-safe as that one's proxies; those of CXF are. Methods wait for the answer. A
 * fault is a {@link WsContextException}, a service that does not answer a {@link WebServiceException}.
 */
public final class ContextServiceHandler implements AutoCloseable {
    private final WsContextPort service;
    private final Limits limits;

    private ContextServiceHandler(WsContextPort service, Limits limits) {
        this.service = service;
        this.limits = limits;
    }

    /** Returns a handler for the service at an address, by SOAP 1.2, without credentials. */
    public static ContextServiceHandler at(String address) {
        Service service = Service.create(new QName(WsContextNames.NAMESPACE, "WsContext"));
        QName port = new QName(WsContextNames.NAMESPACE, "WsContextSoap12Port");
        service.addPort(port, SOAPBinding.SOAP12HTTP_BINDING, address);
        // Optional: a service without WS-Addressing answers just as well.
        return over(service.getPort(port, WsContextPort.class, new AddressingFeature(true, false)), Limits.defaults());
    }

    /**
     * Returns a handler for a proxy that was set up elsewhere.
     *
     * @param limits the limits of received content
     */
    public static ContextServiceHandler over(WsContextPort proxy, Limits limits) {
        return new ContextServiceHandler(proxy, limits);
    }

    /** The same with credentials, which the runtime sends as HTTP's basic authentication. */
    public ContextServiceHandler as(String user, String password) {
        var request = ((BindingProvider) service).getRequestContext();
        request.put(BindingProvider.USERNAME_PROPERTY, user);
        request.put(BindingProvider.PASSWORD_PROPERTY, password);
        return this;
    }

    /**
     * A new context, for as long as the service gives contexts.
     *
     * @return its identifier, which cannot be guessed and is all that others need to know
     */
    public String begin() throws WsContextException {
        return begin(new BeginRequest());
    }

    /**
     * Creates a context.
     *
     * @param participants further users, by the names that the service knows them under
     */
    public String begin(Duration lifetime, Collection<String> participants) throws WsContextException {
        return begin(new BeginRequest().withTimeout(lifetime.toSeconds()).withParticipants(participants));
    }

    private String begin(BeginRequest request) throws WsContextException {
        return carried(service.begin(null, request)).identifier();
    }

    /**
     * Stores content in place of whatever the context has.
     *
     * @return its version
     */
    public long setContent(String identifier, Value content) throws WsContextException {
        return set(identifier, content, List.of());
    }

    /**
     * The same, if the content that is there still has that version, 0 for none; otherwise it is an {@code
     * invalidStateFault}.
     */
    public long setContent(String identifier, Value content, long version) throws WsContextException {
        return set(identifier, content, List.of(ContentsVersion.of(version)));
    }

    private long set(String identifier, Value content, List<Object> others) throws WsContextException {
        WsContext context = WsContext.named(identifier);
        context.contents().addAll(others);
        context.contents().addAll(StoredContents.elements(content, limits));
        Signal done = service.setContents(WsContext.named(identifier), Carried.of(context));
        return ContentsVersion.in(done.others()).orElse(0L);
    }

    /** Returns the content of the context, if it has any. For several elements, Parley's element around them. */
    public Optional<Value> getContent(String identifier) throws WsContextException {
        return getVersioned(identifier).map(Versioned::value);
    }

    /** The same, with the version to name when it is replaced. */
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
     * Content as it was read.
     *
     * @param version 0 if the service, not being Parley's, says none
     */
    public record Versioned(Value value, long version) {}

    /** The context by value, as a header for messages that are part of it; contents, version and expiry are in it. */
    public WsContext context(String identifier) throws WsContextException {
        return carried(service.getContents(WsContext.named(identifier), new Signal()));
    }

    /** Seconds that are left of it. */
    public long timeout(String identifier) throws WsContextException {
        return service.getTimeout(WsContext.named(identifier), new Signal());
    }

    /** Counts the lifetime anew; only the owner may. */
    public void setTimeout(String identifier, Duration lifetime) throws WsContextException {
        service.setTimeout(WsContext.named(identifier), lifetime.toSeconds());
    }

    /** Ends a context; only its owner may. */
    public void complete(String identifier) throws WsContextException {
        service.complete(WsContext.named(identifier), Completion.of(Completion.Status.SUCCESS));
    }

    private static WsContext carried(Carried message) {
        return message.context()
                .orElseThrow(() -> new WebServiceException("expected a context in the answer, found none"));
    }

    /** Ends the proxy. */
    @Override
    public void close() {
        if (service instanceof Closeable proxy) {
            try {
                proxy.close();
            } catch (IOException e) {
                throw new WebServiceException("the proxy of the context service could not be closed", e);
            }
        }
    }
}
