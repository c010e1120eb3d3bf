package io.parley.store.wscontext.message;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.bind.annotation.XmlValue;

/** Contents other than XML; an extension of Parley. */
@XmlRootElement(name = "value", namespace = WsContextNames.PARLEY)
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(name = "", namespace = WsContextNames.PARLEY)
public final class BinaryContents {
    @XmlAttribute(required = true)
    private String mediaType = "";

    @XmlValue
    private byte[] bytes = new byte[0];

    /** Used by JAXB. */
    BinaryContents() {}

    /** Creates contents of bytes that must not be changed afterwards. */
    public static BinaryContents of(byte[] bytes, String mediaType) {
        BinaryContents contents = new BinaryContents();
        contents.bytes = bytes;
        contents.mediaType = mediaType;
        return contents;
    }

    /** Returns the media type of the bytes; empty if the message lacks it. */
    public String mediaType() {
        return mediaType;
    }

    /** Returns the bytes, not a copy. */
    public byte[] bytes() {
        return bytes;
    }
}
