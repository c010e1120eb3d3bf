package io.parley.negotiation.xml;

import com.ctc.wstx.exc.WstxLazyException;
import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.negotiation.Answer;
import io.parley.negotiation.Offer;
import io.parley.negotiation.Outcome;
import io.parley.negotiation.Refusal;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import java.net.URL;
import java.util.Objects;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

/**
 * Reader and writer of the negotiation's XML elements. They are the body of an ordinary SOAP message; a request also
 * has the header block {@link #HEADER} with {@code mustUnderstand}, so that a service that does not know it runs no
 * application code.
 *
 * <p>Callers provide a hardened StAX reader. Size, depth and attributes are limited in addition, whatever the reader's
 * own limits. Elements, attributes and words that this version does not know are ignored.
 */
public final class NegotiationXml {
    /** The namespace of the elements. */
    public static final String NAMESPACE = "urn:parley:1";
    /** The empty header block of a request. */
    public static final QName HEADER = new QName(NAMESPACE, "negotiation", "p");
    /** The body element of a request. */
    public static final QName OFFER = new QName(NAMESPACE, "offer", "p");
    /** The body element of a response with an agreement. */
    public static final QName ANSWER = new QName(NAMESPACE, "answer", "p");
    /** The body element of a response with a refusal. */
    public static final QName REFUSAL = new QName(NAMESPACE, "refusal", "p");

    private NegotiationXml() {}

    /** Returns the URL of the XML Schema of these elements. */
    public static URL schema() {
        return Objects.requireNonNull(
                NegotiationXml.class.getResource("parley-negotiation.xsd"), "the jar lacks parley-negotiation.xsd");
    }

    /**
     * Reads an offer, which must be the only element. The reader must be at its start element, and is left at the end
     * of the parent.
     *
     * @throws ParleyException {@code NEGOTIATION}, {@code LIMIT} or {@code XML_REFUSED}
     */
    public static Offer readOffer(XMLStreamReader reader, Limits limits) {
        expect(reader, OFFER, OFFER);
        Offer offer = read(reader, limits, OfferXml.class).toOffer();
        expectAlone(reader, OFFER);
        return offer;
    }

    /**
     * Reads an answer or a refusal, which must be the only element. The reader must be at its start element, and is
     * left at the end of the parent.
     *
     * @throws ParleyException {@code NEGOTIATION}, {@code LIMIT} or {@code XML_REFUSED}
     */
    public static Outcome<Answer> readReply(XMLStreamReader reader, Limits limits) {
        expect(reader, ANSWER, REFUSAL);
        QName name = reader.getName();
        Outcome<Answer> reply = name.equals(ANSWER)
                ? new Outcome.Reached<>(read(reader, limits, AnswerXml.class).toAnswer())
                : new Outcome.Refused<>(read(reader, limits, RefusalXml.class).toRefusal());
        expectAlone(reader, name);
        return reply;
    }

    /** Writes an offer as one element. */
    public static void write(Offer offer, XMLStreamWriter writer) {
        write(OfferXml.of(offer), writer);
    }

    /** Writes an answer as one element, including the token. */
    public static void write(Answer answer, XMLStreamWriter writer) {
        write(AnswerXml.of(answer), writer);
    }

    /** Writes a refusal as one element. */
    public static void write(Refusal refusal, XMLStreamWriter writer) {
        write(RefusalXml.of(refusal), writer);
    }

    private static void expect(XMLStreamReader reader, QName first, QName second) {
        boolean atStart = reader.getEventType() == XMLStreamConstants.START_ELEMENT;
        if (!atStart || !(reader.getName().equals(first) || reader.getName().equals(second))) {
            throw Lexical.malformed(
                    "body",
                    first.equals(second) ? first.toString() : first + " or " + second,
                    atStart ? reader.getName().toString() : "no element");
        }
    }

    /**
     * Checks that the body has no second element: with two offers it would be ambiguous which one is meant, and
     * intermediaries may have checked the other one.
     */
    private static void expectAlone(XMLStreamReader reader, QName only) {
        try {
            int event = reader.getEventType();
            while (reader.hasNext()
                    && (event == XMLStreamConstants.COMMENT
                            || event == XMLStreamConstants.SPACE
                            || (event == XMLStreamConstants.CHARACTERS && reader.isWhiteSpace()))) {
                event = reader.next();
            }
            if (event == XMLStreamConstants.START_ELEMENT || event == XMLStreamConstants.CHARACTERS) {
                throw Lexical.malformed(
                        "body",
                        only + " alone",
                        event == XMLStreamConstants.CHARACTERS ? "text behind it" : reader.getName() + " behind it");
            }
        } catch (XMLStreamException | WstxLazyException e) {
            throw notWellFormed(reader, e);
        }
    }

    private static <T> T read(XMLStreamReader reader, Limits limits, Class<T> type) {
        BoundedReader bounded = new BoundedReader(reader, limits);
        try {
            return Context.JAXB.createUnmarshaller().unmarshal(bounded, type).getValue();
        } catch (JAXBException | WstxLazyException e) {
            // WstxLazyException: thrown by a host's parser that parses text lazily.
            throw notWellFormed(reader, e);
        }
    }

    private static ParleyException notWellFormed(XMLStreamReader reader, Exception cause) {
        return new ParleyException(
                ErrorCode.NEGOTIATION,
                "body, line " + reader.getLocation().getLineNumber() + ": expected well-formed XML of the form in "
                        + "docs/protocol/negotiation.md, found something else",
                cause);
    }

    private static void write(Object element, XMLStreamWriter writer) {
        try {
            Marshaller marshaller = Context.JAXB.createMarshaller();
            marshaller.setProperty(Marshaller.JAXB_FRAGMENT, true);
            marshaller.marshal(element, writer);
        } catch (JAXBException e) {
            throw new ParleyException(ErrorCode.INTERNAL, "an element of the negotiation could not be written", e);
        }
    }

    /** Holder of the JAXB context, so that a side that never negotiates needs no JAXB runtime. */
    private static final class Context {
        static final JAXBContext JAXB = create();

        private static JAXBContext create() {
            try {
                return JAXBContext.newInstance(OfferXml.class, AnswerXml.class, RefusalXml.class);
            } catch (JAXBException e) {
                throw new ParleyException(
                        ErrorCode.INTERNAL, "negotiating needs a JAXB 4 runtime on the class path, and none works", e);
            }
        }
    }
}
