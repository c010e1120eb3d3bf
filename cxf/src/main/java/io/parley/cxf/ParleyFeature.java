package io.parley.cxf;

import io.parley.ConfigurationException;
import io.parley.ForeignThread;
import io.parley.Limit;
import io.parley.MissingClass;
import io.parley.cxf.channel.FramesIn;
import io.parley.cxf.channel.UpgradesIn;
import io.parley.cxf.control.CallStatus;
import io.parley.cxf.control.CallTime;
import io.parley.cxf.control.CallWatch;
import io.parley.cxf.control.ClientEndpoint;
import io.parley.cxf.control.NegotiateOut;
import io.parley.cxf.control.NegotiationIn;
import io.parley.cxf.control.ServiceEndpoint;
import io.parley.cxf.control.Setting;
import io.parley.cxf.control.Settings;
import io.parley.cxf.control.SettingsCheck;
import io.parley.cxf.live.LiveAnswer;
import io.parley.cxf.live.LiveCall;
import io.parley.cxf.stax.LoggedIn;
import io.parley.cxf.stax.StaxOut;
import io.parley.cxf.stax.TypedIn;
import io.parley.cxf.traces.SpanAttributes;
import io.parley.cxf.transport.LostRequestLog;
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
 * Switches Parley on for a client or a service: as a CXF feature, in Spring XML, or as a web service feature passed to
 * {@code getPort} and {@code Endpoint.publish}; by {@link Parley}; for all endpoints of a bus as a feature of that, or
 * by its property {@value #ENABLED}. Where several of these meet, settings of a feature win over {@link Parley}, and
 * that over the bus. Nothing else in the application changes. {@link CallStatus} shows a caller how its call travelled.
 *
 * <p>What is set here holds for the endpoint; every setting may also stand, under its name, among the properties of the
 * endpoint, its service or the bus, and {@code parley.mode} in the request context of a call.
 * All settings, with their defaults, are listed in {@link Setting} and in docs/reference/settings.md.
 *
 * <p>Endpoints on a JMS queue have it too, see {@code io.parley.cxf.jms.SoapQueue}.
 *
 * <p>Limits are settings too, see {@link Limit}. A service that reads the HTTP request, session or cookies from its
 * context finds none in a streamed call.
 */
@Provider(value = Provider.Type.Feature)
public final class ParleyFeature extends AbstractFeature {
    /** Bus property that switches Parley on for every client and service of the bus. */
    public static final String ENABLED = Settings.ENABLED;

    /**
     * Property of a message to a service, {@code true} if a process before this one may have done what it asks for, and did not
     * get to say so. Only with reliability {@code durable}.
     */
    public static final String REDELIVERED = ServiceSession.REDELIVERED;

    /** Classes that nothing works without; other libraries are missed by the channel, store or codec that needs them. */
    private static final List<String> NEEDED = List.of(
            "org.slf4j.LoggerFactory",
            "io.netty.util.ReferenceCounted",
            "io.netty.buffer.ByteBuf",
            "org.apache.cxf.jaxws.handler.soap.SOAPHandlerInterceptor");

    private static final Cleaner CLEANER = Cleaner.create();

    private final Map<String, Object> settings = new HashMap<>();

    /**
     * Mode auto, everything else as by default.
     *
     * @throws io.parley.ConfigurationException if a library that nothing works without is not there, with the jar to add
     */
    public ParleyFeature() {
        checkLibraries();
    }

    /** Fails if a library that nothing works without is not there. */
    static void checkLibraries() {
        NEEDED.forEach(name -> MissingClass.check(name, ENABLED, ParleyFeature.class.getClassLoader()));
    }

    /** Sets whether calls stream when they can, must, or never do. */
    public ParleyFeature mode(Mode mode) {
        return set(Settings.MODE, mode.name().toLowerCase(Locale.ROOT));
    }

    /** Sets the mode like {@link #mode(Mode)}, by word; for Spring. */
    public void setMode(String mode) {
        set(Settings.MODE, mode);
    }

    /** Settings by their names; for Spring. */
    public void setSettings(Map<String, Object> more) {
        more.forEach(this::set);
    }

    /**
     * Sets any setting by its name, to a text, or to an object whose text it is.
     *
     * @throws ConfigurationException if there is none of that name, or the value cannot be used
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
     * @throws ConfigurationException if the value cannot be used
     */
    public <T> ParleyFeature set(Setting<T> setting, T value) {
        return set(setting.name(), value);
    }

    /** A limit. */
    public ParleyFeature limit(Limit limit, long value) {
        return set(limit.setting(), value);
    }

    /** Switches Parley on for all endpoints that are made on the bus from now on, as its properties would. */
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

    /** Called for clients of REST services, which have no endpoint of their own to be shown. */
    @Override
    protected void initializeProvider(InterceptorProvider provider, Bus bus) {
        sayNotSoap(provider.getClass().getSimpleName());
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
     * Returns whether messages of an endpoint are SOAP. All others, those of REST and of XML over HTTP among them, are
     * left as they are: silently on a bus that has Parley on, else with a log entry.
     */
    private static boolean speaksSoap(Endpoint endpoint, SwitchedOnBy by) {
        if (endpoint.getBinding() instanceof SoapBinding) {
            return true;
        }
        if (by != SwitchedOnBy.BUS) {
            sayNotSoap(String.valueOf(endpoint.getEndpointInfo().getName()));
        }
        return false;
    }

    private static void sayNotSoap(String endpoint) {
        // Not in a field: this class is there before it is known that slf4j is.
        LoggerFactory.getLogger(ParleyFeature.class)
                .info("{} stays without Parley, which is for endpoints that speak SOAP", endpoint);
    }

    private static void reset(Client client, Bus bus, ClientEndpoint state) {
        CallWatch.watchClient(client, Settings.of(client.getEndpoint(), bus), state.ledger());
        state.reset();
    }

    private static void reset(Server server, Bus bus, ServiceEndpoint state) {
        CallWatch.watchService(server.getEndpoint(), Settings.of(server.getEndpoint(), bus), state.ledger());
        state.reset();
    }

    private static void install(Client client, Bus bus) {
        Endpoint endpoint = client.getEndpoint();
        ClientEndpoint state = new ClientEndpoint(bus, endpoint);
        ParleyStatus.install(endpoint, state);
        // What streamed messages need beside it comes with them: calls by SOAP run through little else of ours.
        client.getOutInterceptors().add(new LiveCall(state::hasSessions));
        client.getOutInterceptors().add(new NegotiateOut(state));
        client.getInInterceptors().add(new CallStatus.Shown());
        client.getInInterceptors().add(new CallTime.Stopped());
        client.getInFaultInterceptors().add(new CallStatus.Shown());
        CallWatch.watchClient(client, Settings.of(endpoint, bus), state.ledger());
        Runnable unregister = Beans.register(
                bus,
                endpoint,
                ParleyEndpoints.CLIENT,
                new EndpointBean(
                        endpoint,
                        Settings.of(endpoint, bus),
                        state,
                        () -> ParleyStatus.soFar(state),
                        () -> state.modelIfBound().isPresent(),
                        state::breakEven));
        Runnable end = () -> {
            unregister.run();
            state.close();
        };
        // A proxy that nobody closes gives its sessions up when it is collected; of one that is closed nothing is kept.
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
        CallWatch.watchService(endpoint, Settings.of(endpoint, bus), state.ledger());
        OneWayInOrder.install(endpoint, OrderKey.class);
        Runnable unregister = Beans.register(
                bus,
                endpoint,
                ParleyEndpoints.SERVICE,
                new EndpointBean(
                        endpoint,
                        Settings.of(endpoint, bus),
                        state.operated(),
                        () -> ParleyStatus.soFar(state),
                        () -> state.modelIfBound().isPresent(),
                        Optional::empty));
        endpoint.addCleanupHook(unregister::run);
        state.prepare();
        state.recoverWhenStarted();
    }
}
