package io.parley.negotiation.xml;

import io.parley.negotiation.Answer;
import io.parley.negotiation.HostPort;
import io.parley.negotiation.Token;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * XML form of an answer: unvalidated texts. Elements that may occur once are lists, so that duplicates are detected.
 */
@XmlRootElement(name = "answer")
@XmlType(
        name = "Answer",
        propOrder = {
            "representation",
            "operations",
            "channel",
            "addresses",
            "security",
            "certificate",
            "compression",
            "reliability",
            "limits",
            "lifetime",
            "contextStore",
            "headers",
            "data",
            "token"
        })
final class AnswerXml {
    @XmlAttribute
    @Nullable
    String version;

    @XmlAttribute
    @Nullable
    String id;

    @XmlAttribute
    @Nullable
    String offer;

    List<String> representation = new ArrayList<>();

    @XmlElement(name = "operation")
    List<ChoiceXml> operations = new ArrayList<>();

    List<String> channel = new ArrayList<>();

    @XmlElement(name = "address")
    List<AddressXml> addresses = new ArrayList<>();

    List<String> security = new ArrayList<>();
    List<String> certificate = new ArrayList<>();
    List<String> compression = new ArrayList<>();
    List<String> reliability = new ArrayList<>();

    @XmlElement(name = "limit")
    List<LimitXml> limits = new ArrayList<>();

    List<String> lifetime = new ArrayList<>();
    List<String> contextStore = new ArrayList<>();

    @XmlElement(name = "header")
    List<String> headers = new ArrayList<>();

    List<DataXml> data = new ArrayList<>();
    List<String> token = new ArrayList<>();

    static AnswerXml of(Answer answer) {
        AnswerXml xml = new AnswerXml();
        xml.version = String.valueOf(answer.version());
        xml.id = answer.id();
        xml.offer = answer.offerId();
        xml.representation = List.of(answer.representation());
        xml.operations = ChoiceXml.of(answer.operations());
        xml.channel = List.of(answer.channel());
        xml.addresses = answer.addresses().stream().map(AddressXml::of).toList();
        xml.security = List.of(answer.security());
        xml.certificate = noneIfEmpty(answer.certificate());
        xml.compression = List.of(answer.compression());
        xml.reliability = List.of(answer.reliability());
        xml.limits = LimitXml.of(answer.limits());
        xml.lifetime = List.of(String.valueOf(answer.lifetimeSeconds()));
        xml.contextStore = noneIfEmpty(answer.contextStore());
        xml.headers = answer.headers();
        xml.data = List.of(DataXml.of(answer.fingerprint(), answer.parts()));
        xml.token = noneIfEmpty(answer.token().encoded());
        return xml;
    }

    Answer toAnswer() {
        DataXml described = DataXml.one("answer/data", data);
        String secret = Lexical.atMostOne("answer/token", token);
        return new Answer(
                Lexical.smallNumber("answer/@version", version),
                Lexical.required("answer/@id", id),
                Lexical.required("answer/@offer", offer),
                Lexical.one("answer/representation", representation),
                ChoiceXml.read("answer/operation", operations),
                Lexical.one("answer/channel", channel),
                addresses(),
                Lexical.one("answer/security", security),
                Lexical.atMostOne("answer/certificate", certificate),
                Lexical.one("answer/compression", compression),
                Lexical.one("answer/reliability", reliability),
                Lexical.limits("answer/limit", limits),
                Lexical.number("answer/lifetime", Lexical.one("answer/lifetime", lifetime)),
                Lexical.atMostOne("answer/contextStore", contextStore),
                Lexical.all(headers),
                described.fingerprint("answer/data"),
                described.parts("answer/data"),
                secret.isEmpty() ? Token.none() : Token.decode(secret));
    }

    private List<HostPort> addresses() {
        List<HostPort> read = new ArrayList<>();
        for (AddressXml address : addresses) {
            read.add(address.toAddress("answer/address[" + (read.size() + 1) + "]"));
        }
        return read;
    }

    private static List<String> noneIfEmpty(String text) {
        return text.isEmpty() ? List.of() : List.of(text);
    }
}
