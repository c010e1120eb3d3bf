package io.parley.negotiation.xml;

import io.parley.negotiation.Offer;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** XML form of an offer: unvalidated texts. */
@XmlRootElement(name = "offer")
@XmlType(
        name = "Offer",
        propOrder = {
            "representations",
            "operations",
            "channels",
            "securities",
            "compressions",
            "reliabilities",
            "limits",
            "lifetime",
            "contextStores",
            "headers",
            "data"
        })
final class OfferXml {
    @XmlAttribute
    @Nullable
    String version;

    @XmlAttribute
    @Nullable
    String id;

    @XmlAttribute
    @Nullable
    String endpoint;

    @XmlElement(name = "representation")
    List<String> representations = new ArrayList<>();

    @XmlElement(name = "operation")
    List<ChoiceXml> operations = new ArrayList<>();

    @XmlElement(name = "channel")
    List<String> channels = new ArrayList<>();

    @XmlElement(name = "security")
    List<String> securities = new ArrayList<>();

    @XmlElement(name = "compression")
    List<String> compressions = new ArrayList<>();

    @XmlElement(name = "reliability")
    List<String> reliabilities = new ArrayList<>();

    @XmlElement(name = "limit")
    List<LimitXml> limits = new ArrayList<>();

    List<String> lifetime = new ArrayList<>();

    @XmlElement(name = "contextStore")
    List<String> contextStores = new ArrayList<>();

    @XmlElement(name = "header")
    List<String> headers = new ArrayList<>();

    List<DataXml> data = new ArrayList<>();

    static OfferXml of(Offer offer) {
        OfferXml xml = new OfferXml();
        xml.version = String.valueOf(offer.version());
        xml.id = offer.id();
        xml.endpoint = offer.endpoint().isEmpty() ? null : offer.endpoint();
        xml.representations = offer.representations();
        xml.operations = ChoiceXml.of(offer.operations());
        xml.channels = offer.channels();
        xml.securities = offer.securities();
        xml.compressions = offer.compressions();
        xml.reliabilities = offer.reliabilities();
        xml.limits = LimitXml.of(offer.limits());
        xml.lifetime = List.of(String.valueOf(offer.lifetimeSeconds()));
        xml.contextStores = offer.contextStores();
        xml.headers = offer.headers();
        xml.data = List.of(DataXml.of(offer.fingerprint(), List.of()));
        return xml;
    }

    Offer toOffer() {
        return new Offer(
                Lexical.smallNumber("offer/@version", version),
                Lexical.required("offer/@id", id),
                Lexical.optional(endpoint),
                Lexical.all(representations),
                ChoiceXml.read("offer/operation", operations),
                Lexical.all(channels),
                Lexical.all(securities),
                Lexical.all(compressions),
                Lexical.all(reliabilities),
                Lexical.limits("offer/limit", limits),
                Lexical.number("offer/lifetime", Lexical.one("offer/lifetime", lifetime)),
                Lexical.all(contextStores),
                Lexical.all(headers),
                DataXml.one("offer/data", data).fingerprint("offer/data"));
    }
}
