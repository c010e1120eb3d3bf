package io.parley.store.wscontext.message;

import jakarta.xml.bind.annotation.XmlEnum;
import jakarta.xml.bind.annotation.XmlEnumValue;
import jakarta.xml.bind.annotation.XmlType;

/** Status of a context. Since an ended context is unknown, this service only returns {@link #ACTIVE}. */
@XmlEnum
@XmlType(name = "StatusType")
public enum ActivityStatus {
    @XmlEnumValue("activity.status.ACTIVE")
    ACTIVE,
    @XmlEnumValue("activity.status.COMPLETING")
    COMPLETING,
    @XmlEnumValue("activity.status.COMPLETED")
    COMPLETED
}
