package io.parley.cxf.parts;

import jakarta.xml.bind.annotation.XmlEnumValue;

/** An enum one of whose constants is called otherwise in XML. */
public enum Color {
    RED,
    @XmlEnumValue("deep blue")
    BLUE
}
