package io.parley.cxf.services;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;

/** The wrapper of a response, which asynchronous methods return unchanged. */
@XmlRootElement(name = "echoResponse", namespace = "urn:parley:test")
@XmlType(name = "echoResponse", namespace = "urn:parley:test")
@XmlAccessorType(XmlAccessType.FIELD)
public class EchoAnswer {
    @XmlElement
    public String text;

    public String getText() {
        return text;
    }

    public void setText(String text) {
        this.text = text;
    }
}
