package io.parley.cxf.transport;

import io.parley.soap.SoapAttachment;
import io.parley.soap.SoapHead;
import jakarta.activation.DataSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.cxf.attachment.ContentDisposition;

/** Data source of a received attachment. One from a side stream can be read once, while it arrives. */
final class AttachedSource implements DataSource {
    private final SoapAttachment attachment;

    AttachedSource(SoapAttachment attachment) {
        this.attachment = attachment;
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return attachment.content().open();
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        throw new IOException("received data is read only");
    }

    @Override
    public String getContentType() {
        String type = header("Content-Type");
        return type.isEmpty() ? "application/octet-stream" : type;
    }

    @Override
    public String getName() {
        ContentDisposition disposition = new ContentDisposition(header("Content-Disposition"));
        String name = disposition.getParameter("name");
        if (name == null) {
            name = disposition.getFilename();
        }
        return name == null ? "" : name;
    }

    private String header(String name) {
        return attachment.headers().stream()
                .filter(header -> header.name().equalsIgnoreCase(name))
                .map(SoapHead.Header::value)
                .findFirst()
                .orElse("");
    }
}
