package io.parley.cxf.services;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlType;
import java.util.ArrayList;
import java.util.List;

/** A bean with one member of each kind: presence, enumeration, text, repetition, a nested record. */
@XmlType(
        name = "report",
        namespace = "urn:parley:test",
        propOrder = {"station", "weather", "values", "before"})
@XmlAccessorType(XmlAccessType.FIELD)
public class Report {
    @XmlAttribute
    public Integer priority;

    @XmlElement(required = true)
    public String station;

    public Weather weather;

    public List<Double> values = new ArrayList<>();

    public Report before;

    /** An enumeration of two words. */
    public enum Weather {
        CLEAR,
        RAIN
    }

    public static Report of(String station, Weather weather, double... values) {
        Report report = new Report();
        report.priority = values.length;
        report.station = station;
        report.weather = weather;
        for (double value : values) {
            report.values.add(value);
        }
        return report;
    }

    @Override
    public String toString() {
        return priority + " " + station + " " + weather + " " + values
                + (before == null ? "" : " after " + before.station);
    }
}
