package io.parley.store.wscontext.message;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.bind.annotation.XmlValue;
import org.jspecify.annotations.Nullable;

/** Detail of a fault: Parley's error code and text. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(name = "FaultType")
public final class FaultDetail {
    @XmlElement(name = "error", namespace = WsContextNames.PARLEY)
    private @Nullable CodedText error;

    /** Used by JAXB. */
    FaultDetail() {}

    /**
     * Creates the detail of a fault.
     *
     * @param code the name of an {@code ErrorCode}
     */
    public static FaultDetail of(String code, String text) {
        FaultDetail detail = new FaultDetail();
        detail.error = new CodedText(code, text);
        return detail;
    }

    /** Returns the name of an {@code ErrorCode}; empty if the service is not Parley's. */
    public String code() {
        return error == null ? "" : error.code;
    }

    /** Returns what was expected, what was found, and the relevant setting; empty if the service is not Parley's. */
    public String text() {
        return error == null ? "" : error.text;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(name = "", namespace = WsContextNames.PARLEY)
    private static final class CodedText {
        @XmlAttribute(required = true)
        private String code = "";

        @XmlValue
        private String text = "";

        @SuppressWarnings("unused") // used by JAXB
        CodedText() {}

        CodedText(String code, String text) {
            this.code = code;
            this.text = text;
        }
    }
}
