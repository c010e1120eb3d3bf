package io.parley.cxf.stax;

import javax.xml.stream.XMLStreamReader;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;

/** Interceptor that passes a received message as text to logging interceptors, from its first event on. */
public final class LoggedIn extends AbstractPhaseInterceptor<Message> {
    /** Property that CXF's logging sets on each message that it sees, with or without bytes. */
    private static final String SEEN = "org.apache.cxf.ext.logging.WireTapIn.Started";

    public LoggedIn() {
        super(Phase.POST_STREAM);
    }

    @Override
    public void handleMessage(Message message) {
        if (message.getContent(XMLStreamReader.class) instanceof EnvelopeReader reader && message.containsKey(SEEN)) {
            ShownText text = Logged.in(message);
            if (text != null) {
                reader.show(text);
            }
        }
    }
}
