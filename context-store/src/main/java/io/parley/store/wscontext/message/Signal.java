package io.parley.store.wscontext.message;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlType;
import java.util.ArrayList;
import java.util.List;

/** Message without content of its own, except for extension elements. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(name = "SignalType")
public final class Signal {
    @XmlAnyElement(lax = true)
    private List<Object> others = new ArrayList<>();

    public Signal() {}

    /** Returns the extension elements, which may be modified. */
    public List<Object> others() {
        return others;
    }
}
