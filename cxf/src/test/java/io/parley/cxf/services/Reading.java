package io.parley.cxf.services;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** A bean with attributes, optional and repeated elements. */
@XmlRootElement(name = "reading", namespace = "urn:parley:test")
@XmlType(
        name = "reading",
        namespace = "urn:parley:test",
        propOrder = {"station", "values", "note"})
@XmlAccessorType(XmlAccessType.FIELD)
public class Reading {
    @XmlAttribute
    public Integer quality;

    @XmlElement(required = true)
    public String station;

    public List<Double> values = new ArrayList<>();

    public String note;

    public static Reading of(String station, double... values) {
        Reading reading = new Reading();
        reading.station = station;
        reading.quality = values.length;
        for (double value : values) {
            reading.values.add(value);
        }
        return reading;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Reading reading
                && Objects.equals(quality, reading.quality)
                && Objects.equals(station, reading.station)
                && values.equals(reading.values)
                && Objects.equals(note, reading.note);
    }

    @Override
    public int hashCode() {
        return Objects.hash(quality, station, values, note);
    }

    @Override
    public String toString() {
        return "reading of " + station + " " + values + " " + quality + " " + note;
    }
}
