package io.parley.bench.document;

import io.parley.bench.data.Beans.Payload;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;

/** The large document: enough order lines of the payload paper's transactions to make 20 MB. */
@XmlRootElement(name = "records", namespace = "urn:parley:bench")
@XmlAccessorType(XmlAccessType.FIELD)
final class Records {
    private static final int ITEMS = 120_700;

    Payload payload = new Payload();

    static Records all() {
        Records made = new Records();
        made.payload = Payload.of(ITEMS);
        return made;
    }
}
