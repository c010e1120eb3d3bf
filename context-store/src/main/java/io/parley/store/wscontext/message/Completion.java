package io.parley.store.wscontext.message;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlEnum;
import jakarta.xml.bind.annotation.XmlEnumValue;
import jakarta.xml.bind.annotation.XmlType;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Completion of a context. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(name = "CompletionType")
public final class Completion {
    @XmlElement(name = "completion-status")
    private @Nullable Status status;

    /** Creates a completion without status. */
    public Completion() {}

    /** Creates a completion with a status. */
    public static Completion of(Status status) {
        Completion completion = new Completion();
        completion.status = status;
        return completion;
    }

    /** Returns the status; empty if the caller gave none. */
    public Optional<Status> status() {
        return Optional.ofNullable(status);
    }

    /** Status of a completion; the service returns it and does not store it. */
    @XmlEnum
    @XmlType(name = "CompletionStatusType")
    public enum Status {
        @XmlEnumValue("activity.complete.SUCCESS")
        SUCCESS,
        @XmlEnumValue("activity.complete.FAIL")
        FAIL,
        @XmlEnumValue("activity.complete.FAIL_ONLY")
        FAIL_ONLY
    }
}
