package io.parley.examples.soak;

import jakarta.activation.DataHandler;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlMimeType;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.io.IOException;
import java.io.InputStream;
import org.apache.cxf.attachment.ByteDataSource;
import org.jspecify.annotations.Nullable;

/** Binary content, which is sent on a side stream. */
@XmlRootElement(name = "parcel", namespace = Desk.NAMESPACE)
@XmlAccessorType(XmlAccessType.FIELD)
public class Parcel {
    @XmlElement
    @XmlMimeType("application/octet-stream")
    @Nullable
    DataHandler content;

    static Parcel of(byte[] bytes) {
        Parcel parcel = new Parcel();
        parcel.content = new DataHandler(new ByteDataSource(bytes, "application/octet-stream"));
        return parcel;
    }

    byte[] read() throws IOException {
        DataHandler present = content;
        if (present == null) {
            return new byte[0];
        }
        try (InputStream in = present.getInputStream()) {
            return in.readAllBytes();
        }
    }
}
