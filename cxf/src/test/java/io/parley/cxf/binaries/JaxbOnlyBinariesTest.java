package io.parley.cxf.binaries;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.binding.Part;
import io.parley.cxf.Published;
import io.parley.negotiation.Mode;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlMimeType;
import jakarta.xml.ws.soap.SOAPBinding;
import java.awt.Image;
import java.awt.image.BufferedImage;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.List;
import java.util.Objects;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Source;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests binaries that only JAXB can write: they travel as infoset, and the status reports the reason. */
class JaxbOnlyBinariesTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final int RED = 0xFFFF0000;

    private final Published published = new Published();

    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Painting {
        @XmlMimeType("image/png")
        public Image image;

        @XmlMimeType("text/xml")
        public Source description;
    }

    @WebService(targetNamespace = "urn:parley:gallery")
    public interface Gallery {
        Painting show(Painting painting);

        int count(int paintings);
    }

    @WebService(
            targetNamespace = "urn:parley:gallery",
            endpointInterface = "io.parley.cxf.binaries.JaxbOnlyBinariesTest$Gallery")
    public static class GalleryImpl implements Gallery {
        @Override
        public Painting show(Painting painting) {
            return painting;
        }

        @Override
        public int count(int paintings) {
            return paintings;
        }
    }

    @BeforeEach
    void publish() {
        published.publishAny(new GalleryImpl(), published.address(), SOAP11, Published.feature(Mode.AUTO));
    }

    @AfterEach
    void stop() {
        published.close();
    }

    @Test
    void imagesAndSourcesTravelAsInfosetAndTheStatusSaysWhy() throws Exception {
        Gallery gallery = published.proxy(Gallery.class, SOAP11, Published.feature(Mode.ALWAYS));
        Painting painting = new Painting();
        BufferedImage image = new BufferedImage(3, 2, BufferedImage.TYPE_INT_ARGB);
        image.setRGB(2, 1, RED);
        painting.image = image;
        painting.description = new StreamSource(new StringReader("<said>red</said>"));

        Painting back = gallery.show(painting);

        BufferedImage shown = (BufferedImage) back.image;
        assertThat(shown.getWidth()).isEqualTo(3);
        assertThat(shown.getRGB(2, 1)).isEqualTo(RED);
        assertThat(shown.getRGB(0, 0)).isZero();
        assertThat(text(back.description)).isEqualTo("<said>red</said>");
        assertThat(gallery.count(1)).isEqualTo(1);
        assertThat(Published.status(gallery).streamedCalls()).isEqualTo(2);
        assertThat(reports(gallery)).hasSize(2).allMatch(report -> report.contains("java.awt.Image cannot hold"));
    }

    /** Returns what the status reports as infoset within the parts with paintings. */
    private static List<String> reports(Gallery gallery) {
        return Published.status(gallery).parts().stream()
                .filter(part -> part.key().operation().getLocalPart().equals("show"))
                .map(Part::binding)
                .filter(Objects::nonNull)
                .map(binding -> binding.report().toString())
                .toList();
    }

    private static String text(Source source) throws Exception {
        Transformer copy = TransformerFactory.newInstance().newTransformer();
        copy.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
        StringWriter text = new StringWriter();
        copy.transform(source, new StreamResult(text));
        return text.toString();
    }
}
