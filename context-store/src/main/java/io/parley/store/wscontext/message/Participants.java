package io.parley.store.wscontext.message;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Participants of a context besides its owner; an extension of Parley, since WS-Context leaves this open. */
@XmlRootElement(name = "participants", namespace = WsContextNames.PARLEY)
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(name = "", namespace = WsContextNames.PARLEY)
final class Participants {
    @XmlElement(name = "participant", namespace = WsContextNames.PARLEY)
    private List<String> names = new ArrayList<>();

    static Participants of(Collection<String> names) {
        Participants participants = new Participants();
        participants.names.addAll(names);
        return participants;
    }

    List<String> names() {
        return names;
    }
}
