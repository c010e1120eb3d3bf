package io.parley.cxf;

import io.parley.ConfigurationException;
import io.parley.ForeignThread;
import io.parley.Limit;
import io.parley.MissingClass;
import io.parley.cxf.bus.EndpointSettings;
import io.parley.cxf.channel.FramesIn;
import io.parley.cxf.channel.UpgradesIn;
import io.parley.cxf.client.CallStatus;
import io.parley.cxf.client.CallTime;
import io.parley.cxf.client.ClientEndpoint;
import io.parley.cxf.client.NegotiateOut;
import io.parley.cxf.endpoint.CallWatch;
import io.parley.cxf.live.LiveAnswer;
import io.parley.cxf.live.LiveCall;
import io.parley.cxf.service.NegotiationIn;
import io.parley.cxf.service.ServiceEndpoint;
import io.parley.cxf.settings.Setting;
import io.parley.cxf.settings.Settings;
import io.parley.cxf.stax.LoggedIn;
import io.parley.cxf.stax.StaxOut;
import io.parley.cxf.stax.TypedIn;
import io.parley.cxf.traces.SpanAttributes;
import io.parley.cxf.transport.OneWayInOrder;
import io.parley.cxf.transport.ServiceSession;
import io.parley.negotiation.Mode;
import java.lang.ref.Cleaner;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.cxf.Bus;
import org.apache.cxf.annotations.Provider;
import org.apache.cxf.binding.soap.SoapBinding;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.feature.AbstractFeature;
import org.apache.cxf.interceptor.InterceptorProvider;
import org.slf4j.LoggerFactory;

/**
 * Switches Parley on for a client or a service. It is given as a CXF feature, in Spring XML, or as a web service
 * feature to {@code getPort} and {@code Endpoint.publish}; as a feature of a bus, or by the bus property {@value
 * #ENABLED}, it applies to all endpoints of the bus. {@link Parley} is the same as an annotation. If several are
 * present, settings of an endpoint's feature take precedence over {@link Parley}, and that over the bus. Nothing else
 * in the application changes. {@link CallStatus} shows a caller how its call was sent.
 *
 * <p>A setting made here applies to the endpoint. Every setting may also be given, under its name, as a property of the
 * endpoint, its service or the bus, and {@code parley.mode} in the request context of a call. All settings and their
 * defaults are listed in {@link Setting} and in docs/reference/settings.md.
 *
 * <p>Endpoints on a JMS queue support it too, see {@code io.parley.cxf.jms.SoapQueue}.
 *
 * <p>Limits are settings too, see {@link Limit}. In a streamed call a service finds no HTTP request, session or cookies
 * in its context.
 */
@Provider(value = Provider.Type.Feature)
public final class ParleyFeature extends AbstractFeature {
    /** Bus property that switches Parley on for every client and service of the bus. */
    public static final String ENABLED = Settings.ENABLED;

    /**
     * Property of a message to a service; {@code true} if an earlier process may have handled the request without being
     * able to respond. Only with reliability {@code durable}.
     */
    public static final String REDELIVERED = ServiceSession.REDELIVERED;

    /**
     * Classes of mandatory libraries. Optional libraries are checked by the channel, store or codec that needs them.
     */
    private static final List<String> NEEDED = List.of(
            "org.slf4j.LoggerFactory",
            "io.netty.util.ReferenceCounted",
            "io.netty.buffer.ByteBuf",
            "org.apache.cxf.jaxws.handler.soap.SOAPHandlerInterceptor");

    private static final Cleaner CLEANER = Cleaner.create();

    private final Map<String, Object> settings = new HashMap<>();

    /**
     * Creates a feature with mode auto and the default of every other setting.
     *
     * @throws io.parley.ConfigurationException if a mandatory library is missing; names the jar to add
     */
    public ParleyFeature() {
        checkLibraries();
    }

    /**
     * Checks that all mandatory libraries are present.
     *
     * @throws io.parley.ConfigurationException if one is missing
     */
    static void checkLibraries() {
        NEEDED.forEach(name -> MissingClass.check(name, ENABLED, ParleyFeature.class.getClassLoader()));
    }

    /** Sets the mode: whether calls stream when possible, always, or never. */
    public ParleyFeature mode(Mode mode) {
        return set(Settings.MODE, mode.name().toLowerCase(Locale.ROOT));
    }

    /** Sets the mode by name, like {@link #mode(Mode)}; for Spring. */
    public void setMode(String mode) {
        set(Settings.MODE, mode);
    }

    /** Sets several settings by name; for Spring. */
    public void setSettings(Map<String, Object> more) {
        more.forEach(this::set);
    }

    /**
     * Sets a setting by name.
     *
     * @param value a string, or an object whose {@code toString} is the value
     * @throws ConfigurationException if the name is unknown or the value is invalid
     */
    public ParleyFeature set(String name, Object value) {
        try {
            SettingsCheck.of(name, value);
        } catch (ConfigurationException e) {
            throw e.at("at a feature");
        }
        settings.put(name, value);
        return this;
    }

    /**
     * Sets a setting to a value of its type.
     *
     * @throws ConfigurationException if the value is invalid
     */
    public <T> ParleyFeature set(Setting<T> setting, T value) {
        return set(setting.name(), value);
    }

    /** Sets a limit. */
    public ParleyFeature limit(Limit limit, long value) {
        return set(limit.setting(), value);
    }

    /** Switches Parley on for all endpoints created on the bus from now on, like its properties. */
    @Override
    public void initialize(Bus bus) {
        settings.forEach(bus::setProperty);
        bus.setProperty(ENABLED, true);
    }

    @Override
    public void initialize(Client client, Bus bus) {
        switchOn(client, bus, SwitchedOnBy.FEATURE);
    }

    @Override
    public void initialize(Server server, Bus bus) {
        switchOn(server, bus, SwitchedOnBy.FEATURE);
    }

    /** Logs that Parley does not apply; called for clients of REST services, for which CXF passes no endpoint. */
    @Override
    protected void initializeProvider(InterceptorProvider provider, Bus bus) {
        logNotSoap(provider.getClass().getSimpleName());
    }

    void switchOn(Client client, Bus bus, SwitchedOnBy by) {
        Endpoint endpoint = client.getEndpoint();
        if (speaksSoap(endpoint, by) && by.takes(endpoint)) {
            endpoint.putAll(settings);
            SettingsCheck.of(endpoint, bus);
            prepared(() -> ParleyStatus.state(client)
                    .ifPresentOrElse(state -> reset(client, bus, state), () -> install(client, bus)));
        }
    }

    void switchOn(Server server, Bus bus, SwitchedOnBy by) {
        Endpoint endpoint = server.getEndpoint();
        if (speaksSoap(endpoint, by) && by.takes(endpoint)) {
            endpoint.putAll(settings);
            SettingsCheck.of(endpoint, bus);
            prepared(() -> ParleyStatus.state(server)
                    .ifPresentOrElse(state -> reset(server, bus, state), () -> install(server, bus)));
        }
    }

    private static void prepared(Runnable preparation) {
        MissingClass.check(() -> ForeignThread.run(preparation), ENABLED);
    }

    /**
     * Returns whether messages of an endpoint are SOAP. Other endpoints, such as REST and XML over HTTP, are left
     * unchanged: silently if Parley is on for the whole bus, otherwise with a log entry.
     */
    private static boolean speaksSoap(Endpoint endpoint, SwitchedOnBy by) {
        if (endpoint.getBinding() instanceof SoapBinding) {
            return true;
        }
        if (by != SwitchedOnBy.BUS) {
            logNotSoap(String.valueOf(endpoint.getEndpointInfo().getName()));
        }
        return false;
    }

    private static void logNotSoap(String endpoint) {
        // The logger is not a static field: this class must load before the check that slf4j is present.
        LoggerFactory.getLogger(ParleyFeature.class)
                .info("Parley is not used for {}: it is for SOAP endpoints", endpoint);
    }

    private static void reset(Client client, Bus bus, ClientEndpoint state) {
        CallWatch.watchClient(client, EndpointSettings.of(client.getEndpoint(), bus), state.ledger());
        state.reset();
    }

    private static void reset(Server server, Bus bus, ServiceEndpoint state) {
        CallWatch.watchService(server.getEndpoint(), EndpointSettings.of(server.getEndpoint(), bus), state.ledger());
        state.reset();
    }

    private static void install(Client client, Bus bus) {
        Endpoint endpoint = client.getEndpoint();
        ClientEndpoint state = new ClientEndpoint(bus, endpoint);
        ParleyStatus.install(endpoint, state);
        // Interceptors that only streamed messages need are added with them: calls by SOAP pass through few
        // interceptors of Parley.
        client.getOutInterceptors().add(new LiveCall(state::hasSessions));
        client.getOutInterceptors().add(new NegotiateOut(state));
        client.getInInterceptors().add(new CallStatus.Shown());
        client.getInInterceptors().add(new CallTime.Stopped());
        client.getInFaultInterceptors().add(new CallStatus.Shown());
        CallWatch.watchClient(client, EndpointSettings.of(endpoint, bus), state.ledger());
        Runnable unregister = Beans.register(
                bus,
                endpoint,
                ParleyEndpoints.CLIENT,
                new EndpointBean(
                        endpoint,
                        EndpointSettings.of(endpoint, bus),
                        state,
                        () -> ParleyStatus.soFar(state),
                        () -> state.modelIfBound().isPresent(),
                        state::breakEven));
        Runnable end = () -> {
            unregister.run();
            state.close();
        };
        // The sessions of a proxy that is never closed are released when it is garbage-collected.
        Cleaner.Cleanable once = CLEANER.register(client, end);
        endpoint.addCleanupHook(once::clean);
        state.prepare();
    }

    private static void install(Server server, Bus bus) {
        Endpoint endpoint = server.getEndpoint();
        ServiceEndpoint state = new ServiceEndpoint(bus, server);
        ParleyStatus.install(endpoint, state);
        endpoint.getInInterceptors().add(new FramesIn(state::acceptor));
        endpoint.getInInterceptors().add(new UpgradesIn(state::upgrades));
        endpoint.getInInterceptors().add(new NegotiationIn(state));
        endpoint.getOutInterceptors().add(new StaxOut());
        endpoint.getOutFaultInterceptors().add(new StaxOut());
        endpoint.getInInterceptors().add(new LoggedIn());
        endpoint.getInInterceptors().add(new TypedIn());
        endpoint.getInInterceptors().add(new LiveAnswer());
        LostRequestLog.install(endpoint);
        if (SpanAttributes.available()) {
            SpanAttributes.ofService(endpoint);
        }
        CallWatch.watchService(endpoint, EndpointSettings.of(endpoint, bus), state.ledger());
        OneWayInOrder.install(endpoint, OrderKey.class);
        Runnable unregister = Beans.register(
                bus,
                endpoint,
                ParleyEndpoints.SERVICE,
                new EndpointBean(
                        endpoint,
                        EndpointSettings.of(endpoint, bus),
                        state.control(),
                        () -> ParleyStatus.soFar(state),
                        () -> state.modelIfBound().isPresent(),
                        Optional::empty));
        endpoint.addCleanupHook(unregister::run);
        state.prepare();
        state.recoverWhenStarted();
    }
}
