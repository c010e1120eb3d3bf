package io.parley.endpoint.negotiated;

import io.parley.endpoint.OfferExchange;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Answer;
import io.parley.negotiation.ChannelSecurity;
import io.parley.negotiation.Offer;
import io.parley.negotiation.ServiceAddress;
import io.parley.negotiation.xml.NegotiationXml;
import io.parley.peer.OfferReply;
import io.parley.runtime.Conversation;
import io.parley.soap.SoapEnvelope;
import io.parley.soap.SoapVersion;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** A service as a client's negotiation needs it: it takes offers, and opens sessions. Thread-safe. */
public interface NegotiatedService {
    /** Returns the name of the service, for the log. */
    String name();

    /** Returns the address, to which answers are relative. */
    ServiceAddress address();

    /** Returns the security that is required of a channel. */
    ChannelSecurity security(String channel);

    /** Begins an attempt to agree. */
    Attempt begin();

    /**
     * Reply to an offer, with the lengths of both.
     *
     * @param offerBytes length of the offer's envelope
     * @param replyBytes length of the reply's body; 0 if there was none
     */
    record Replied(OfferReply reply, int offerBytes, int replyBytes) {
        OfferExchange exchange() {
            return new OfferExchange(reply.kind(), offerBytes, replyBytes);
        }
    }

    /** One attempt to agree: an offer, possibly repeated, and the session. Belongs to one thread. */
    interface Attempt {
        /** Sends an offer and reads the reply; every failure is part of the result. Blocks. */
        Replied offer(Offer offer, Duration within);

        /** Opens the session of an agreement. */
        CompletionStage<Conversation> open(Agreement agreement, Answer answer);
    }

    /** Writes an offer as a SOAP message. */
    static void write(Offer offer, OutputStream out, SoapVersion version) {
        SoapEnvelope.write(out, version, List.of(NegotiationXml.HEADER), writer -> NegotiationXml.write(offer, writer));
    }
}
