package io.parley.store.wscontext.message;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlType;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A message that carries a context. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(name = "CarryType")
public final class Carried {
    @XmlElement(required = true)
    private @Nullable WsContext context;

    /** Constructor for JAXB. */
    Carried() {}

    /** Creates a message that carries this context, which is not copied. */
    public static Carried of(WsContext context) {
        Carried carried = new Carried();
        carried.context = context;
        return carried;
    }

    /** Empty if the message has none, which no message should. */
    public Optional<WsContext> context() {
        return Optional.ofNullable(context);
    }
}
