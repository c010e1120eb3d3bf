package io.parley.store.wscontext.message;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlType;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Message that carries a context. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(name = "CarryType")
public final class ContextMessage {
    @XmlElement(required = true)
    private @Nullable WsContext context;

    /** Used by JAXB. */
    ContextMessage() {}

    /** Creates a message with the given context, which is not copied. */
    public static ContextMessage of(WsContext context) {
        ContextMessage carried = new ContextMessage();
        carried.context = context;
        return carried;
    }

    /** Returns the context; empty if the message lacks it. */
    public Optional<WsContext> context() {
        return Optional.ofNullable(context);
    }
}
