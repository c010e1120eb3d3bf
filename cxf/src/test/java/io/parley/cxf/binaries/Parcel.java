package io.parley.cxf.binaries;

import jakarta.activation.DataHandler;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlType;
import java.util.ArrayList;
import java.util.List;

/** Files with a label. */
@XmlType(
        name = "Parcel",
        propOrder = {"label", "file", "more"})
@XmlAccessorType(XmlAccessType.FIELD)
public class Parcel {
    @XmlElement(required = true)
    private String label = "";

    // Without a media type in the schema: CXF cannot resolve the import it needs, and then does not validate at all.
    private DataHandler file;

    private List<DataHandler> more;

    public String getLabel() {
        return label;
    }

    public DataHandler getFile() {
        return file;
    }

    public List<DataHandler> getMore() {
        if (more == null) {
            more = new ArrayList<>();
        }
        return more;
    }

    public static Parcel of(String label, DataHandler file, DataHandler... more) {
        Parcel parcel = new Parcel();
        parcel.label = label;
        parcel.file = file;
        parcel.getMore().addAll(List.of(more));
        return parcel;
    }
}
