package io.parley.bench.data;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.io.Serializable;

/** Nothing. */
@XmlRootElement
@XmlAccessorType(XmlAccessType.FIELD)
public final class Empty implements Serializable {
    private static final long serialVersionUID = 1;
}
