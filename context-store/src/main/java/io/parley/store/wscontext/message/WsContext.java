package io.parley.store.wscontext.message;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAnyAttribute;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlSchemaType;
import jakarta.xml.bind.annotation.XmlType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Context in a header or body of a message: by value with its contents, or by reference, with a context manager to get
 * them from.
 */
@XmlRootElement(name = "context")
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(
        name = "ContextType",
        propOrder = {"identifier", "service", "manager", "parents", "contents"})
public final class WsContext {
    @XmlElement(name = "context-identifier", required = true)
    @XmlSchemaType(name = "anyURI")
    private @Nullable String identifier;

    @XmlElement(name = "context-service")
    private @Nullable ServiceReference service;

    @XmlElement(name = "context-manager")
    private @Nullable ServiceReference manager;

    @XmlElement(name = "parent-context")
    private List<WsContext> parents = new ArrayList<>();

    @XmlAnyElement(lax = true)
    private List<Object> contents = new ArrayList<>();

    @XmlAttribute(name = "expiresAt")
    @XmlSchemaType(name = "dateTime")
    private @Nullable XMLGregorianCalendar expiresAt;

    @XmlAnyAttribute
    private Map<QName, String> others = new HashMap<>();

    /** Used by JAXB. */
    WsContext() {}

    /** Creates a context with an identifier only. */
    public static WsContext named(String identifier) {
        WsContext context = new WsContext();
        context.identifier = identifier;
        return context;
    }

    /** Returns the identifier; empty if the message lacks it. */
    public String identifier() {
        return identifier == null ? "" : identifier.strip();
    }

    /** Returns the service that completes the context and manages its lifetime. */
    public Optional<ServiceReference> service() {
        return Optional.ofNullable(service);
    }

    /** Returns the service that has the contents, if they are not in the message. */
    public Optional<ServiceReference> manager() {
        return Optional.ofNullable(manager);
    }

    /** Returns the parents of the context, which may be modified. */
    public List<WsContext> parents() {
        return parents;
    }

    /**
     * Returns the elements of other namespaces: DOM elements, and objects of Parley's extensions. They may be modified.
     */
    public List<Object> contents() {
        return contents;
    }

    /** Returns the time of expiry, by the clock of the service. */
    public Optional<XMLGregorianCalendar> expiresAt() {
        return Optional.ofNullable(expiresAt);
    }

    /** Returns the attributes of other namespaces, such as {@code wsu:Id}. */
    public Map<QName, String> others() {
        return others;
    }

    /** Sets the service that completes the context and manages its lifetime; returns this context. */
    public WsContext withService(ServiceReference reference) {
        service = reference;
        return this;
    }

    /** Sets the service that has the contents, for a context by reference; returns this context. */
    public WsContext withManager(ServiceReference reference) {
        manager = reference;
        return this;
    }

    /** Sets the time of expiry, by the clock of the service; returns this context. */
    public WsContext withExpiry(XMLGregorianCalendar moment) {
        expiresAt = moment;
        return this;
    }
}
