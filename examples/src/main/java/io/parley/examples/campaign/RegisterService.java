package io.parley.examples.campaign;

import jakarta.annotation.Resource;
import jakarta.jws.WebService;
import jakarta.xml.ws.WebServiceContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.cxf.transport.jms.JMSConstants;
import org.apache.cxf.transport.jms.JMSMessageHeadersType;
import org.jspecify.annotations.Nullable;

/**
 * Register that appends each number to a file, one line each, with the redelivery flag. Written lines survive the
 * process.
 */
@WebService(
        endpointInterface = "io.parley.examples.campaign.Register",
        targetNamespace = "urn:parley:campaign",
        serviceName = "RegisterService")
public final class RegisterService implements Register, AutoCloseable {
    private final FileChannel file;

    @Resource
    private @Nullable WebServiceContext context;

    /** Creates the service and opens the file to append to. */
    RegisterService(Path notes) throws IOException {
        file = FileChannel.open(notes, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    @Override
    public long note(long number) {
        write(number);
        return number;
    }

    @Override
    public void drop(long number) {
        write(number);
    }

    private void write(long number) {
        String line = number + (isRedelivered() ? " again" : "") + "\n";
        try {
            file.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.US_ASCII)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean isRedelivered() {
        Object headers =
                context == null ? null : context.getMessageContext().get(JMSConstants.JMS_SERVER_REQUEST_HEADERS);
        return headers instanceof JMSMessageHeadersType jms && jms.isSetJMSRedelivered() && jms.isJMSRedelivered();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
