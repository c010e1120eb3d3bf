package io.parley.bench.data;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;

/** Nothing. */
@XmlRootElement
@XmlAccessorType(XmlAccessType.FIELD)
public final class Empty {}
