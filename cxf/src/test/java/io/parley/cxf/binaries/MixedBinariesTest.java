package io.parley.cxf.binaries;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.Published;
import io.parley.negotiation.Mode;
import jakarta.activation.DataHandler;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.mail.util.ByteArrayDataSource;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttachmentRef;
import jakarta.xml.bind.annotation.XmlMimeType;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.cxf.Bus;
import org.apache.cxf.catalog.OASISCatalogManager;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests a contract that combines type substitution ({@code xsi:type}), references to attachments (swaRef) and binaries
 * that MTOM may optimize in one message.
 */
class MixedBinariesTest {
    private static final String NAMESPACE = "urn:parley:mixed";
    private static final int LONG = 150_000;

    /** A page with only a title. */
    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlSeeAlso({Scan.class, Attached.class, Annotated.class})
    public static class Page {
        String title;
    }

    /** A page with binaries. */
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Scan extends Page {
        @XmlMimeType("application/octet-stream")
        DataHandler image;

        byte[] thumbnail;
    }

    /** A page with references. */
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Attached extends Page {
        @XmlAttachmentRef
        DataHandler file;

        @XmlAttachmentRef
        DataHandler more;
    }

    /** A page with binaries, references and another page. */
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Annotated extends Scan {
        @XmlAttachmentRef
        DataHandler notes;

        Page next;
    }

    @WebService(targetNamespace = NAMESPACE)
    public interface Archive {
        String describe(
                @WebParam(name = "page") List<Page> pages,
                @WebParam(name = "seal") byte[] seal,
                @WebParam(name = "cover") Page cover);

        List<Page> back(@WebParam(name = "page") List<Page> pages);
    }

    @WebService(
            targetNamespace = NAMESPACE,
            endpointInterface = "io.parley.cxf.binaries.MixedBinariesTest$Archive",
            serviceName = "Archive")
    public static final class ArchiveImpl implements Archive {
        @Override
        public String describe(List<Page> pages, byte[] seal, Page cover) {
            return text(pages) + " " + text(seal) + " " + text(cover);
        }

        @Override
        public List<Page> back(List<Page> pages) {
            return pages;
        }
    }

    @ParameterizedTest
    @CsvSource({"true, stream", "false, stream", "true, http", "false, http"})
    void pagesOfEveryKindMeanWhatTheyMeanOverSoap(boolean mtom, String channel) throws IOException {
        try (Published published = new Published()) {
            for (Bus bus : List.of(published.serviceBus, published.clientBus)) {
                OASISCatalogManager.getCatalogManager(bus)
                        .loadCatalog(MixedBinariesTest.class.getResource("catalog.xml"));
            }
            JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
            publisher.setBus(published.serviceBus);
            publisher.setServiceBean(new ArchiveImpl());
            publisher.setAddress(published.address());
            publisher.setProperties(new HashMap<>(Map.of("mtom-enabled", mtom)));
            publisher.getFeatures().add(new ParleyFeature());
            publisher.create();
            Archive bySoap = archive(published, mtom, Published.feature(Mode.NEVER));
            Archive streamed =
                    archive(published, mtom, Published.feature(Mode.ALWAYS).set("parley.channels", channel));

            for (int length : new int[] {0, 10, LONG}) {
                assertThat(streamed.describe(
                                pages(length), bytes(length), pages(length).get(3)))
                        .as("%s bytes", length)
                        .isEqualTo(bySoap.describe(
                                pages(length), bytes(length), pages(length).get(3)))
                        .contains("Annotated", "Attached", "Scan", length + " " + Arrays.hashCode(bytes(length)));
                assertThat(text(streamed.back(pages(length))))
                        .as("%s bytes", length)
                        .isEqualTo(text(bySoap.back(pages(length))));
            }
            assertThat(Published.status(streamed).streamedCalls()).isEqualTo(6);
        }
    }

    private static Archive archive(Published published, boolean mtom, ParleyFeature feature) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(published.clientBus);
        factory.setServiceClass(Archive.class);
        factory.setAddress(published.address());
        factory.setProperties(new HashMap<>(Map.of("mtom-enabled", mtom)));
        factory.getFeatures().add(feature);
        return factory.create(Archive.class);
    }

    private static List<Page> pages(int length) {
        Page plain = new Page();
        plain.title = "plain";
        Attached attached = new Attached();
        attached.title = "attached";
        attached.file = handler(length, "text/plain");
        attached.more = handler(length + 1, "application/pdf");
        return List.of(plain, filled(new Scan(), length), attached, annotated(length, attached));
    }

    private static Annotated annotated(int length, Page next) {
        Annotated page = filled(new Annotated(), length);
        page.notes = handler(length, "text/html");
        page.next = next;
        return page;
    }

    private static <T extends Scan> T filled(T page, int length) {
        page.title = "filled";
        page.image = handler(length, "image/x-any");
        page.thumbnail = bytes(length);
        return page;
    }

    private static DataHandler handler(int length, String type) {
        return new DataHandler(new ByteArrayDataSource(bytes(length), type));
    }

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i * 7);
        }
        return bytes;
    }

    private static String text(List<Page> pages) {
        return pages.stream().map(MixedBinariesTest::text).collect(Collectors.joining(", "));
    }

    private static String text(@Nullable Page page) {
        if (page == null) {
            return "none";
        }
        String text = page.getClass().getSimpleName() + " " + page.title;
        if (page instanceof Scan scan) {
            text += " " + text(scan.image) + " " + text(scan.thumbnail);
        }
        if (page instanceof Attached attached) {
            text += " " + text(attached.file) + " " + text(attached.more);
        }
        return page instanceof Annotated annotated
                ? text + " " + text(annotated.notes) + " (" + text(annotated.next) + ")"
                : text;
    }

    private static String text(@Nullable DataHandler handler) {
        if (handler == null) {
            return "none";
        }
        try (InputStream in = handler.getInputStream()) {
            return text(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(byte @Nullable [] bytes) {
        return bytes == null ? "none" : bytes.length + " " + Arrays.hashCode(bytes);
    }
}
