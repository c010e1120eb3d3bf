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

    /** Creates a request with the default lifetime and no participants. */
    public BeginRequest() {}

    /** Returns the requested lifetime in seconds; empty to leave it to the service. */
    public Optional<Long> timeout() {
        return Optional.ofNullable(timeout);
    }

    /** Returns the participants besides the caller. */
    public List<String> participants() {
        return others.stream()
                .filter(Participants.class::isInstance)
                .flatMap(all -> ((Participants) all).names().stream())
                .toList();
    }

    /** Requests a lifetime in seconds; returns this request. */
    public BeginRequest withTimeout(long seconds) {
        timeout = seconds;
        return this;
    }

    /** Adds participants besides the caller; returns this request. */
    public BeginRequest withParticipants(Collection<String> names) {
        others.add(Participants.of(names));
        return this;
    }
}
