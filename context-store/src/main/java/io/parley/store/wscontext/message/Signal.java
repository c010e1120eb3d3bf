package io.parley.store.wscontext.message;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlType;
import java.util.ArrayList;
import java.util.List;

/** A message whose element says it all, but for what others add. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(name = "SignalType")
public final class Signal {
    @XmlAnyElement(lax = true)
    private List<Object> others = new ArrayList<>();

    public Signal() {}

    /** Elements of other namespaces. */
    public List<Object> others() {
        return others;
    }
}
