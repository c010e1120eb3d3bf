package io.parley.cxf.services;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlType;

@XmlType(name = "stationFault", namespace = "urn:parley:test")
@XmlAccessorType(XmlAccessType.FIELD)
public class StationFault {
    public String station;
    public int code;
}
