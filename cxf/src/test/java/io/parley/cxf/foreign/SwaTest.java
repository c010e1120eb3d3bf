package io.parley.cxf.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.testkit.channel.GeneratedContent;
import jakarta.activation.DataHandler;
import jakarta.jws.WebService;
import jakarta.xml.ws.Holder;
import java.awt.Image;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import org.apache.cxf.attachment.ByteDataSource;
import org.apache.cxf.helpers.IOUtils;
import org.apache.cxf.staxutils.StaxUtils;
import org.apache.cxf.swa.SwAServiceInterface;
import org.apache.cxf.swa.types.DataStruct;
import org.apache.cxf.swa.types.OutputResponseAll;
import org.apache.cxf.swa.types.VoidRequest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests CXF's own service for SOAP with Attachments, from its WSDL: attachments travel beside the envelope on every
 * path.
 */
class SwaTest {
    private static final String NAMESPACE = "http://cxf.apache.org/swa";
    private static final String WSDL = "classpath:/wsdl/swa-mime.wsdl";
    private static final int LONG = 1_000_000;

    /** Returns what it receives, as in CXF's own tests. */
    @WebService(
            endpointInterface = "org.apache.cxf.swa.SwAServiceInterface",
            serviceName = "SwAService",
            portName = "SwAServiceHttpPort",
            targetNamespace = NAMESPACE,
            wsdlLocation = WSDL)
    public static final class Echo implements SwAServiceInterface {
        @Override
        public void echoData(Holder<String> text, Holder<DataHandler> data) {
            text.value = "echoed " + text.value;
        }

        @Override
        public void echoDataRef(Holder<DataStruct> data) {}

        @Override
        public void echoDataWithHeader(Holder<String> text, Holder<DataHandler> data, Holder<String> header) {
            header.value = "echoed " + header.value;
        }

        @Override
        public OutputResponseAll echoAllAttachmentTypes(
                VoidRequest request,
                Holder<DataHandler> plain,
                Holder<DataHandler> html,
                Holder<Source> xml,
                Holder<Image> jpeg,
                Holder<Image> gif) {
            OutputResponseAll all = new OutputResponseAll();
            all.setResult("ok");
            all.setReason(plain.value.getContentType());
            return all;
        }
    }

    private static SwAServiceInterface open(Foreign foreign) {
        return foreign.publish(new Echo())
                .proxy(
                        SwAServiceInterface.class,
                        WSDL,
                        new QName(NAMESPACE, "SwAService"),
                        new QName(NAMESPACE, "SwAServiceHttpPort"));
    }

    private static DataHandler generated(int length) throws IOException {
        try (InputStream content = new GeneratedContent(length, length).open()) {
            return new DataHandler(new ByteDataSource(content.readAllBytes(), "application/octet-stream"));
        }
    }

    @Shows(Use.SWA)
    @ParameterizedTest
    @EnumSource
    void anAttachmentOfAHolderComesBack(Pairing pairing) throws IOException {
        try (Foreign foreign = new Foreign(pairing)) {
            SwAServiceInterface swa = open(foreign);
            for (int length : new int[] {0, 10, 4096, 4097, LONG}) {
                Holder<String> text = new Holder<>("text");
                Holder<DataHandler> data = new Holder<>(generated(length));

                swa.echoData(text, data);

                assertThat(text.value).isEqualTo("echoed text");
                assertThat(data.value.getContentType()).isEqualTo("application/octet-stream");
                assertThat(GeneratedContent.check(data.value.getInputStream(), length))
                        .isEqualTo(length);
            }
            foreign.check();
        }
    }

    @Shows(Use.HEADER_PARAMETERS)
    @ParameterizedTest
    @EnumSource
    void aHeaderAndAnAttachmentComeBack(Pairing pairing) throws IOException {
        try (Foreign foreign = new Foreign(pairing)) {
            Holder<String> text = new Holder<>("text");
            Holder<String> header = new Holder<>("header");
            Holder<DataHandler> data = new Holder<>(generated(LONG));

            open(foreign).echoDataWithHeader(text, data, header);

            assertThat(header.value).isEqualTo("echoed header");
            assertThat(GeneratedContent.check(data.value.getInputStream(), LONG))
                    .isEqualTo(LONG);
            foreign.check();
        }
    }

    /** JAXB creates the attachment while it marshals, after the head of the message. */
    @Shows(Use.SWA_REF)
    @ParameterizedTest
    @EnumSource
    void aReferenceInTheBodyFindsItsAttachment(Pairing pairing) throws IOException {
        try (Foreign foreign = new Foreign(pairing)) {
            DataStruct struct = new DataStruct();
            struct.setDataRef(generated(LONG));
            Holder<DataStruct> data = new Holder<>(struct);

            open(foreign).echoDataRef(data);

            assertThat(GeneratedContent.check(data.value.getDataRef().getInputStream(), LONG))
                    .isEqualTo(LONG);
            foreign.check();
        }
    }

    @Shows(Use.SWA)
    @ParameterizedTest
    @EnumSource
    void attachmentsOfEveryTypeComeBackInTheirOrder(Pairing pairing) throws Exception {
        try (Foreign foreign = new Foreign(pairing)) {
            Holder<DataHandler> plain = new Holder<>(text("plain", "text/plain"));
            Holder<DataHandler> html = new Holder<>(text("<html/>", "text/html"));
            Holder<Source> xml = new Holder<>(new StreamSource(new StringReader("<said>red</said>")));
            Holder<Image> jpeg = new Holder<>(new BufferedImage(3, 2, BufferedImage.TYPE_INT_RGB));
            Holder<Image> gif = new Holder<>(new BufferedImage(5, 4, BufferedImage.TYPE_INT_RGB));

            OutputResponseAll all =
                    open(foreign).echoAllAttachmentTypes(new VoidRequest(), plain, html, xml, jpeg, gif);

            assertThat(all.getResult()).isEqualTo("ok");
            assertThat(all.getReason()).startsWith("text/plain");
            assertThat(IOUtils.toString(plain.value.getInputStream())).isEqualTo("plain");
            assertThat(IOUtils.toString(html.value.getInputStream())).isEqualTo("<html/>");
            assertThat(StaxUtils.read(xml.value).getDocumentElement().getTextContent())
                    .isEqualTo("red");
            assertThat(((BufferedImage) jpeg.value).getWidth()).isEqualTo(3);
            assertThat(((BufferedImage) gif.value).getHeight()).isEqualTo(4);
            foreign.check();
        }
    }

    private static DataHandler text(String text, String type) {
        return new DataHandler(new ByteDataSource(text.getBytes(StandardCharsets.UTF_8), type));
    }
}
