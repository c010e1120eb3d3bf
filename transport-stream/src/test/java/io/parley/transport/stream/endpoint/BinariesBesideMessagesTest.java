package io.parley.transport.stream.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.endpoint.Contract;
import io.parley.testkit.channel.GeneratedContent;
import jakarta.activation.DataHandler;
import jakarta.activation.DataSource;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.junit.jupiter.api.Test;

/** Tests that long binaries of a service without CXF are sent beside its messages, over real sockets. */
class BinariesBesideMessagesTest {
    private static final int LENGTH = 20_000_000;
    private static final Contract CONTRACT = Contract.builder("urn:files")
            .operation("passOn", File.class, File.class)
            .build();

    /** A file with long content. */
    @XmlRootElement(name = "file", namespace = "urn:files")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class File {
        DataHandler content;

        static File of(DataHandler content) {
            File file = new File();
            file.content = content;
            return file;
        }
    }

    @Test
    void aHandlerPassesOnWhatItReceivesWhileItComes() throws Exception {
        assertThat(CONTRACT.untyped()).isEmpty();
        try (StreamEndpoint endpoint = StreamEndpoint.serve(CONTRACT)
                        .on("passOn", File.class, file -> File.of(file.content))
                        .start(0);
                StreamClient client = StreamClient.of(CONTRACT).open(endpoint.invite("test"))) {
            File back = client.call("passOn", File.of(new DataHandler(new Generated())), File.class);
            assertThat(back.content.getContentType()).isEqualTo("image/png");
            assertThat(GeneratedContent.check(back.content.getInputStream(), 1)).isEqualTo(LENGTH);
        }
    }

    /** Content that is generated while it is read. */
    private static final class Generated implements DataSource {
        @Override
        public InputStream getInputStream() {
            return new GeneratedContent(LENGTH, 1).open();
        }

        @Override
        public OutputStream getOutputStream() throws IOException {
            throw new IOException("read only");
        }

        @Override
        public String getContentType() {
            return "image/png";
        }

        @Override
        public String getName() {
            return "";
        }
    }
}
