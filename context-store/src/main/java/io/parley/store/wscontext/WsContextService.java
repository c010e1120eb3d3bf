package io.parley.store.wscontext;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.context.Condition;
import io.parley.context.ContextStore;
import io.parley.context.Entry;
import io.parley.context.Scope;
import io.parley.context.Value;
import io.parley.schema.SafeXml;
import io.parley.store.wscontext.message.ActivityStatus;
import io.parley.store.wscontext.message.BeginRequest;
import io.parley.store.wscontext.message.ChildActivityPendingException;
import io.parley.store.wscontext.message.Completion;
import io.parley.store.wscontext.message.ContentsVersion;
import io.parley.store.wscontext.message.ContextMessage;
import io.parley.store.wscontext.message.GeneralException;
import io.parley.store.wscontext.message.InvalidContextException;
import io.parley.store.wscontext.message.InvalidStateException;
import io.parley.store.wscontext.message.NoPermissionException;
import io.parley.store.wscontext.message.ServiceReference;
import io.parley.store.wscontext.message.Signal;
import io.parley.store.wscontext.message.TimeoutOutOfRangeException;
import io.parley.store.wscontext.message.UnknownContextException;
import io.parley.store.wscontext.message.WsContext;
import io.parley.store.wscontext.message.WsContextNames;
import io.parley.store.wscontext.message.WsContextPort;
import jakarta.annotation.Resource;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingType;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.soap.Addressing;
import jakarta.xml.ws.soap.SOAPBinding;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.GregorianCalendar;
import java.util.Optional;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.XMLGregorianCalendar;
import org.jspecify.annotations.Nullable;

/**
 * WS-Context 1.0 service over a context store, to be published by any JAX-WS runtime, by SOAP 1.1 and 1.2. Contexts
 * have unguessable identifiers and are accessible to their creator and its named participants only; other callers
 * cannot learn whether they exist. Responses use the connection of the request. Thread-safe.
 */
@WebService(
        endpointInterface = "io.parley.store.wscontext.message.WsContextPort",
        targetNamespace = WsContextNames.NAMESPACE,
        serviceName = "WsContext",
        portName = "WsContextSoap12Port",
        wsdlLocation = WsContextService.WSDL)
@BindingType(SOAPBinding.SOAP12HTTP_BINDING)
@Addressing
public final class WsContextService implements WsContextPort {
    /** Location of the WSDL, with its schemas beside it. */
    public static final String WSDL = "classpath:io/parley/store/wscontext/wsctx.wsdl";

    private static final Duration DEFAULT_LIFETIME = Duration.ofHours(1);
    private static final DatatypeFactory CALENDARS = DatatypeFactory.newDefaultInstance();

    private final Activities activities;
    private final Limits limits;
    private final String address;
    private final CallerPolicy callers;

    @Resource
    private @Nullable WebServiceContext call;

    /**
     * Creates a service over a store.
     *
     * @param store owned by the caller, who closes it after the service
     * @param limits those that the store was opened with
     * @param address the service's own address, which is part of its contexts
     * @param callers identifies the caller of each request
     */
    public WsContextService(ContextStore store, Limits limits, String address, CallerPolicy callers) {
        this.activities = new Activities(store, limits);
        this.limits = limits;
        this.address = address;
        this.callers = callers;
    }

    @Override
    public ContextMessage begin(@Nullable WsContext context, BeginRequest request)
            throws UnknownContextException, InvalidContextException, InvalidStateException, TimeoutOutOfRangeException,
                    NoPermissionException, GeneralException {
        String principal = principal();
        try {
            Activity parent = context == null ? null : find(principal, context);
            Duration lifetime = request.timeout().isPresent()
                    ? activities.checked(request.timeout().get(), parent)
                    : defaultLifetime(parent);
            Activity begun = activities.begin(principal, parent, request.participants(), lifetime);
            return ContextMessage.of(described(begun).withManager(here()));
        } catch (ParleyException e) {
            throw fault(e);
        }
    }

    @Override
    public Completion complete(@Nullable WsContext context, Completion request)
            throws UnknownContextException, InvalidContextException, InvalidStateException,
                    ChildActivityPendingException, NoPermissionException, GeneralException {
        String principal = principal();
        try {
            Activity activity = find(principal, context);
            Activities.checkOwner(principal, activity);
            activities.complete(principal, activity);
            return request;
        } catch (ParleyException e) {
            throw fault(e);
        }
    }

    @Override
    public ActivityStatus getStatus(@Nullable WsContext context, Signal request)
            throws UnknownContextException, InvalidContextException, NoPermissionException, GeneralException {
        String principal = principal();
        try {
            find(principal, context);
            return ActivityStatus.ACTIVE;
        } catch (ParleyException e) {
            throw fault(e);
        }
    }

    @Override
    public Signal setTimeout(@Nullable WsContext context, long seconds)
            throws UnknownContextException, InvalidContextException, TimeoutOutOfRangeException, NoPermissionException,
                    GeneralException {
        String principal = principal();
        try {
            Activity activity = find(principal, context);
            Activities.checkOwner(principal, activity);
            Activity parent = activity.parent() == null ? null : activities.parentOf(activity);
            activities.prolong(principal, activity, activities.checked(seconds, parent));
            return new Signal();
        } catch (ParleyException e) {
            throw fault(e);
        }
    }

    @Override
    public long getTimeout(@Nullable WsContext context, Signal request)
            throws UnknownContextException, InvalidContextException, NoPermissionException, GeneralException {
        String principal = principal();
        try {
            Duration remaining = activities.remaining(find(principal, context));
            return remaining.plusSeconds(1).minusNanos(1).toSeconds();
        } catch (ParleyException e) {
            throw fault(e);
        }
    }

    @Override
    public ContextMessage getContents(@Nullable WsContext context, Signal request)
            throws UnknownContextException, InvalidContextException, NoPermissionException, GeneralException {
        String principal = principal();
        try {
            Activity activity = find(principal, context);
            WsContext found = described(activity);
            Optional<Entry> contents = activities.contents(activity);
            found.contents().add(ContentsVersion.of(contents.map(Entry::version).orElse(0L)));
            contents.ifPresent(entry -> found.contents().addAll(StoredContents.elements(entry.value(), limits)));
            return ContextMessage.of(found);
        } catch (ParleyException e) {
            throw fault(e);
        }
    }

    @Override
    public Signal setContents(@Nullable WsContext context, ContextMessage request)
            throws UnknownContextException, InvalidContextException, InvalidStateException, NoPermissionException,
                    GeneralException {
        String principal = principal();
        try {
            WsContext given = request.context()
                    .orElseThrow(
                            () -> Faults.invalidContext("setContents: expected a context in the body, found none"));
            if (context != null && !context.identifier().equals(given.identifier())) {
                throw Faults.invalidContext("setContents: expected one context in header and body, found two");
            }
            Activity activity = find(principal, given);
            Value contents = StoredContents.value(given.contents(), limits);
            Condition condition = ContentsVersion.in(given.contents())
                    .map(version -> version == 0 ? Condition.absent() : Condition.version(version))
                    .orElse(Condition.any());
            Signal done = new Signal();
            done.others().add(ContentsVersion.of(activities.put(principal, activity, contents, condition)));
            return done;
        } catch (ParleyException e) {
            throw fault(e);
        }
    }

    /** Returns the context that a message names, after checking it against the message. */
    private Activity find(String principal, @Nullable WsContext named)
            throws InvalidContextException, UnknownContextException {
        if (named == null) {
            throw Faults.invalidContext("header: expected a context, found none");
        }
        NamedContext.check(named);
        Scope scope;
        try {
            scope = new Scope(named.identifier());
        } catch (ParleyException e) {
            throw Faults.invalidContext(e.text());
        }
        Activity activity = activities.find(principal, scope);
        if (!named.parents().isEmpty() && !named.parents().get(0).identifier().equals(activity.parent())) {
            throw Faults.invalidContext("context: expected the parent that it was begun in, or none, found another");
        }
        return activity;
    }

    /** Returns a context by reference, without its context manager. */
    private WsContext described(Activity activity) {
        WsContext context =
                WsContext.named(activity.scope().id()).withService(here()).withExpiry(calendar(activity.expiresAt()));
        if (activity.parent() != null) {
            context.parents().add(WsContext.named(activity.parent()));
        }
        return context;
    }

    private ServiceReference here() {
        return ServiceReference.at(address, SafeXml.emptyDocument());
    }

    private Duration defaultLifetime(@Nullable Activity parent) {
        Duration most = Duration.ofSeconds(limits.get(Limit.CONTEXT_SECONDS));
        Duration remaining = parent == null ? most : activities.remaining(parent);
        Duration least = remaining.compareTo(most) < 0 ? remaining : most;
        return least.compareTo(DEFAULT_LIFETIME) < 0 ? least : DEFAULT_LIFETIME;
    }

    private String principal() throws NoPermissionException {
        if (call == null) {
            throw new IllegalStateException(
                    "a service of WS-Context must be called through a JAX-WS runtime, which identifies the caller");
        }
        String principal = callers.principal(call);
        try {
            return activities.checked(principal);
        } catch (ParleyException e) {
            throw Faults.noPermission(e.text());
        }
    }

    /**
     * Maps an error to a fault; a refused access is reported as an unknown context, so as not to reveal its existence.
     */
    private static GeneralException fault(ParleyException cause) throws UnknownContextException {
        if (cause.code() == ErrorCode.CONTEXT_REFUSED) {
            throw Faults.unknownContext();
        }
        return Faults.general(cause);
    }

    private static XMLGregorianCalendar calendar(Instant moment) {
        GregorianCalendar calendar = GregorianCalendar.from(moment.atZone(ZoneOffset.UTC));
        return CALENDARS.newXMLGregorianCalendar(calendar);
    }
}
