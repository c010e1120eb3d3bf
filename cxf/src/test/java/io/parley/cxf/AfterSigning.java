package io.parley.cxf;

import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPMessage;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.saaj.SAAJOutInterceptor;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.security.wss4j.WSS4JOutInterceptor;

/** Changes the tree after it was signed. */
final class AfterSigning extends AbstractPhaseInterceptor<SoapMessage> {
    private final Change change;

    /** A change to the tree. */
    interface Change {
        void make(SOAPMessage signed) throws SOAPException;
    }

    AfterSigning(Change change) {
        super(Phase.PRE_PROTOCOL_ENDING);
        this.change = change;
        addAfter(WSS4JOutInterceptor.class.getName() + "Internal");
        addBefore(SAAJOutInterceptor.SAAJOutEndingInterceptor.class.getName());
    }

    @Override
    public void handleMessage(SoapMessage message) {
        try {
            change.make(message.getContent(SOAPMessage.class));
        } catch (SOAPException e) {
            throw new Fault(e);
        }
    }
}
