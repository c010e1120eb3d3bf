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
 * Interceptor that gives a streamed out message its StAX writer, before CXF's own would. Does nothing for a message
 * without {@link OutContent}.
 */
public final class StaxOut extends AbstractPhaseInterceptor<Message> {
    private static final Logger LOG = LoggerFactory.getLogger(StaxOut.class);
    private static final Ending ENDING = new Ending();
    private static final String LOGGING = "org.apache.cxf.ext.logging.LoggingOutInterceptor";
    /** Property that CXF's logging sets on an exchange that it met. */
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
        // What CXF's StaxOut would have set: without it the other side guesses a charset.
        message.put(Message.ENCODING, StandardCharsets.UTF_8.name());
        if (message.getContextualProperty(AbstractOutDatabindingInterceptor.OUT_BUFFERING) == null) {
            // Events are buffered so that a failing validation leaves no half message; ours is discarded instead.
            message.put(AbstractOutDatabindingInterceptor.OUT_BUFFERING, false);
        }
        message.getInterceptorChain().add(ENDING);
    }

    private static EnvelopeWriter envelope(OutContent out, Logged.@Nullable OutText logged) {
        return new EnvelopeWriter(out, logged == null ? null : logged.text());
    }

    /** Takes back all of it, so that the fault chain, which runs on the same message, starts from nothing. */
    @Override
    public void handleFault(Message message) {
        OutContent out = message.getContent(OutContent.class);
        if (out == null) {
            return;
        }
        ExchangeService.restore(message.getExchange());
        message.removeContent(XMLStreamWriter.class);
        discardLogged(message);
        // SoapOut set it, as it saw no stream that it could rewind; left set, the fault would have no envelope.
        message.remove(SoapOutInterceptor.WROTE_ENVELOPE_START);
        message.removeContent(OutContent.class);
        out.discard();
        ParleyException why = parley(message.getContent(Exception.class));
        if (why != null && out.recover(message, why)) {
            message.removeContent(Exception.class);
        }
    }

    /**
     * Returns this side's error among the causes of a failure, for instance that a value could not be encoded; null if
     * there is none.
     */
    private static @Nullable ParleyException parley(@Nullable Throwable failure) {
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
            LOG.warn("what was kept of a message for those who log it could not be closed", e);
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
                if (writer instanceof CachingXmlEventWriter kept) {
                    writer = written(kept, message);
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

        /** An envelope that waited for what marshalling attaches. */
        private static XMLStreamWriter written(CachingXmlEventWriter kept, Message message) throws XMLStreamException {
            OutContent out = message.getContent(OutContent.class);
            EnvelopeWriter envelope = envelope(out, message.getContent(Logged.OutText.class));
            for (XMLEvent event : kept.getEvents()) {
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
