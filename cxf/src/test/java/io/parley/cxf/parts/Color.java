package io.parley.cxf.parts;

import jakarta.xml.bind.annotation.XmlEnumValue;

/** An enum with a constant that has another name in XML. */
public enum Color {
    RED,
    @XmlEnumValue("deep blue")
    BLUE
}
