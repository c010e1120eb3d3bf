package io.parley.cxf.stax;

import io.parley.ParleyException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import javax.xml.stream.events.XMLEvent;
import org.apache.cxf.binding.soap.interceptor.SoapOutInterceptor;
import org.apache.cxf.interceptor.AbstractOutDatabindingInterceptor;
import org.apache.cxf.interceptor.AttachmentOutInterceptor;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.interceptor.StaxOutInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.staxutils.CachingXmlEventWriter;
import org.apache.cxf.staxutils.StaxUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Interceptor that sets the StAX writer of a streamed outgoing message before CXF's own interceptor would. No effect on
 * a message without {@link OutContent}.
 */
public final class StaxOut extends AbstractPhaseInterceptor<Message> {
    private static final Logger LOG = LoggerFactory.getLogger(StaxOut.class);
    private static final Ending ENDING = new Ending();
    private static final String LOGGING = "org.apache.cxf.ext.logging.LoggingOutInterceptor";
    /** Property that CXF's logging sets on each exchange that it sees. */
    private static final String LOGGED = "exchangeId";

    public StaxOut() {
        super(Phase.PRE_STREAM);
        addAfter(AttachmentOutInterceptor.class.getName());
        addAfter(LOGGING);
        addBefore(StaxOutInterceptor.class.getName());
    }

    @Override
    public void handleMessage(Message message) {
        OutContent out = message.getContent(OutContent.class);
        if (out == null || message.getContent(XMLStreamWriter.class) != null) {
            return;
        }
        Logged.OutText logged = message.getExchange().containsKey(LOGGED) ? Logged.out(message) : null;
        if (logged != null) {
            message.setContent(Logged.OutText.class, logged);
        }
        message.setContent(
                XMLStreamWriter.class,
                References.in(message.getExchange().getBindingOperationInfo())
                        ? new CachingXmlEventWriter()
                        : envelope(out, logged));
        ExchangeService.install(message.getExchange(), out.terms());
        message.put(AbstractOutDatabindingInterceptor.DISABLE_OUTPUTSTREAM_OPTIMIZATION, true);
        // CXF's StaxOut would set this; without it the peer guesses a charset.
        message.put(Message.ENCODING, StandardCharsets.UTF_8.name());
        if (message.getContextualProperty(AbstractOutDatabindingInterceptor.OUT_BUFFERING) == null) {
            // CXF buffers events so that a failed validation leaves no partial message; a streamed message is discarded
            // instead.
            message.put(AbstractOutDatabindingInterceptor.OUT_BUFFERING, false);
        }
        message.getInterceptorChain().add(ENDING);
    }

    private static EnvelopeWriter envelope(OutContent out, Logged.@Nullable OutText logged) {
        return new EnvelopeWriter(out, logged == null ? null : logged.text());
    }

    /** Undoes all of this interceptor's work, so that the fault chain, which uses the same message, starts clean. */
    @Override
    public void handleFault(Message message) {
        OutContent out = message.getContent(OutContent.class);
        if (out == null) {
            return;
        }
        ExchangeService.restore(message.getExchange());
        message.removeContent(XMLStreamWriter.class);
        discardLogged(message);
        // SoapOut set it because it saw no rewindable stream; left set, the fault would have no envelope.
        message.remove(SoapOutInterceptor.WROTE_ENVELOPE_START);
        message.removeContent(OutContent.class);
        out.discard();
        ParleyException why = coded(message.getContent(Exception.class));
        if (why != null && out.recover(message, why)) {
            message.removeContent(Exception.class);
        }
    }

    /**
     * Returns the first {@link ParleyException} among the causes of a failure, such as a value that could not be
     * encoded; null if there is none.
     */
    private static @Nullable ParleyException coded(@Nullable Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ParleyException why) {
                return why;
            }
        }
        return null;
    }

    private static void discardLogged(Message message) {
        Logged.OutText logged =
                message.getExchange().containsKey(LOGGED) ? message.getContent(Logged.OutText.class) : null;
        if (logged == null) {
            return;
        }
        message.removeContent(Logged.OutText.class);
        try {
            logged.discard();
        } catch (IOException e) {
            LOG.warn("Failed to close the cached log text of a message", e);
        }
    }

    private static final class Ending extends AbstractPhaseInterceptor<Message> {
        Ending() {
            super(Phase.PRE_STREAM_ENDING);
        }

        @Override
        public void handleMessage(Message message) {
            XMLStreamWriter writer = message.getContent(XMLStreamWriter.class);
            try {
                if (writer instanceof CachingXmlEventWriter cached) {
                    writer = written(cached, message);
                }
                if (writer != null) {
                    writer.close();
                }
                if (message.getExchange().containsKey(LOGGED)) {
                    log(message);
                }
            } catch (XMLStreamException | ParleyException | IOException e) {
                throw new Fault(e);
            }
            message.removeContent(XMLStreamWriter.class);
            ExchangeService.restore(message.getExchange());
        }

        /** Writes a cached envelope, whose attachments are known after marshalling. */
        private static XMLStreamWriter written(CachingXmlEventWriter cached, Message message)
                throws XMLStreamException {
            OutContent out = message.getContent(OutContent.class);
            EnvelopeWriter envelope = envelope(out, message.getContent(Logged.OutText.class));
            for (XMLEvent event : cached.getEvents()) {
                StaxUtils.writeEvent(event, envelope);
            }
            out.count(false);
            return envelope;
        }

        private static void log(Message message) throws IOException {
            Logged.OutText logged = message.getContent(Logged.OutText.class);
            if (logged != null) {
                message.removeContent(Logged.OutText.class);
                logged.log();
            }
        }
    }
}
