package io.parley.store.wscontext.message;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Request for a new context. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(
        name = "BeginType",
        propOrder = {"timeout", "others"})
public final class BeginRequest {
    private @Nullable Long timeout;

    @XmlAnyElement(lax = true)
    private List<Object> others = new ArrayList<>();

    /** Whatever the service gives, for nobody but the caller. */
    public BeginRequest() {}

    /** Seconds for which it is to live, if that is not left to the service. */
    public Optional<Long> timeout() {
        return Optional.ofNullable(timeout);
    }

    /** Returns the users beside the caller. */
    public List<String> participants() {
        return others.stream()
                .filter(Participants.class::isInstance)
                .flatMap(all -> ((Participants) all).names().stream())
                .toList();
    }

    /** Requests a lifetime of so many seconds, in place of the service's choice; returns this request. */
    public BeginRequest withTimeout(long seconds) {
        timeout = seconds;
        return this;
    }

    /** Adds users beside the caller; returns this request. */
    public BeginRequest withParticipants(Collection<String> names) {
        others.add(Participants.of(names));
        return this;
    }
}
