package io.parley.examples.raw;

import io.parley.conformance.raw.BnuxRun;
import io.parley.conformance.raw.ByteInput;
import io.parley.conformance.raw.ByteOutput;
import io.parley.conformance.raw.RawClient.Agreed;
import io.parley.conformance.raw.RawDigests;
import io.parley.conformance.raw.RawHead;
import io.parley.conformance.raw.RawOffer;
import io.parley.conformance.raw.WireError;
import io.parley.conformance.raw.XmlTree;
import jakarta.jws.Oneway;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * A small service, as classes for its own side, and as canonical texts and bytes for a client written from the pages.
 */
final class Sums {
    static final String NAMESPACE = "urn:raw";
    static final String SUM = "{urn:raw}sum/in/0";
    static final String TOTAL = "{urn:raw}sum/out/0";
    static final String NOTE = "{urn:raw}note/in/0";

    /** The layouts of the classes below in the form of the pages. */
    static final Map<String, String> TEXTS = new TreeMap<>(Map.of(
            SUM, """
                    parley layout 3
                    element {urn:raw}numbers type 0
                    type 0
                     slots
                      element {}number DOUBLE
                    """,
            TOTAL, """
                    parley layout 3
                    element {urn:raw}total type 0
                    type 0
                     slot
                      element {}count INT
                     slot
                      element {}value DOUBLE
                    """,
            NOTE, """
                    parley layout 3
                    element {urn:raw}note type 0
                    type 0
                     slot
                      element {}text STRING
                    """));

    /** Fingerprints of the parts. */
    static final Map<String, String> PARTS = prints();

    private static final int RUN = 1;
    private static final int PART = 2;
    private static final int TAGS = 3;

    private Sums() {}

    private static Map<String, String> prints() {
        Map<String, String> prints = new TreeMap<>();
        TEXTS.forEach((key, text) -> prints.put(key, RawDigests.partFingerprint(text)));
        return prints;
    }

    @XmlRootElement(name = "numbers", namespace = NAMESPACE)
    @XmlAccessorType(XmlAccessType.FIELD)
    static final class Numbers {
        double[] number = {};
    }

    @XmlRootElement(name = "total", namespace = NAMESPACE)
    @XmlAccessorType(XmlAccessType.FIELD)
    static final class Total {
        int count;
        double value;
    }

    @XmlRootElement(name = "note", namespace = NAMESPACE)
    @XmlAccessorType(XmlAccessType.FIELD)
    static final class Note {
        String text = "";
    }

    /** The service for CXF. */
    @WebService(name = "Sums", targetNamespace = NAMESPACE)
    @SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
    interface Service {
        @WebResult(name = "total", targetNamespace = NAMESPACE)
        Total sum(@WebParam(name = "numbers", targetNamespace = NAMESPACE) Numbers numbers);

        @Oneway
        void note(@WebParam(name = "note", targetNamespace = NAMESPACE) Note note);
    }

    static Total sum(Numbers numbers) {
        Total total = new Total();
        for (double each : numbers.number) {
            if (Double.isNaN(each)) {
                throw new IllegalArgumentException("not a number");
            }
            total.value += each;
            total.count++;
        }
        return total;
    }

    /** The content of a response. */
    record Answer(int status, int count, double value) {}

    /** Returns a typed request to add numbers. */
    static byte[] request(Agreed agreed, double... numbers) {
        ByteOutput record = new ByteOutput().number(0x01, 1).varint(numbers.length);
        if (numbers.length > 0) {
            record.number(0, 1);
        }
        for (double each : numbers) {
            record.littleEndian(Double.doubleToRawLongBits(each), Double.BYTES);
        }
        return typed(agreed, SUM, record.toBytes());
    }

    /** Returns a typed note. */
    static byte[] note(Agreed agreed, String text) {
        return typed(
                agreed,
                NOTE,
                new ByteOutput().number(0x01, 1).number(0x01, 1).string(text).toBytes());
    }

    private static byte[] typed(Agreed agreed, String key, byte[] part) {
        ByteOutput out = new ByteOutput();
        RawHead.request(1, "").write(out);
        BnuxRun run = new BnuxRun().start("soap:Envelope", RawOffer.soap(1)).start("soap:Body", RawOffer.soap(1));
        out.number(RUN, 1);
        run.writePiece(out, BnuxRun.OTHERS_FOLLOW);
        out.number(PART, 1)
                .varint(agreed.numbers().get(key))
                .bytes(RawDigests.mark(key, PARTS.get(key)))
                .bytes(part)
                .number(RUN, 1);
        run.end().end().writePiece(out, BnuxRun.NOTHING_FOLLOWS);
        return out.number(0, 1).toBytes();
    }

    /** Reads a typed response. */
    static Answer answer(Agreed agreed, byte[] content) {
        ByteInput in = new ByteInput(content);
        RawHead head = RawHead.read(in);
        BnuxRun run = new BnuxRun();
        StringBuilder xml = new StringBuilder();
        Answer answer = new Answer(head.status(), -1, 0);
        String implied = "";
        for (long segment = in.number(1); segment != 0; segment = in.number(1)) {
            if (segment == RUN) {
                run.readRun(in, xml);
            } else if (segment == TAGS && xml.length() == 0) {
                in.number(1); // the version of SOAP
                xml.append("<soap:Envelope><soap:Body>");
                implied = "</soap:Body></soap:Envelope>";
            } else {
                answer = total(agreed, head.status(), in);
            }
        }
        xml.append(implied);
        in.expectEnd();
        if (!xml.toString()
                .endsWith(":Body></" + xml.substring(1, xml.indexOf(">")).split(" ", -1)[0] + ">")) {
            throw new WireError("expected an envelope, found " + xml);
        }
        return answer;
    }

    private static Answer total(Agreed agreed, int status, ByteInput in) {
        int number = (int) in.varint();
        byte[] mark = in.bytes(4);
        if (number != agreed.numbers().get(TOTAL) || !Arrays.equals(mark, RawDigests.mark(TOTAL, PARTS.get(TOTAL)))) {
            throw new WireError("expected the part of a total, found number " + number);
        }
        if (in.number(1) != 0x01 || in.number(1) != 0x05) {
            throw new WireError("expected a record with both fields");
        }
        int count = (int) in.littleEndian(4);
        return new Answer(status, count, Double.longBitsToDouble(in.littleEndian(8)));
    }

    /** Returns a request to add numbers as XML. */
    static byte[] xmlRequest(double... numbers) {
        ByteOutput out = new ByteOutput();
        RawHead.request(1, "").write(out);
        StringBuilder xml = new StringBuilder(
                "<soap:Envelope xmlns:soap=\"" + RawOffer.soap(1) + "\"><soap:Body><n:numbers xmlns:n=\"urn:raw\">");
        for (double each : numbers) {
            xml.append("<number>").append(each).append("</number>");
        }
        xml.append("</n:numbers></soap:Body></soap:Envelope>");
        return out.bytes(xml.toString().getBytes(StandardCharsets.UTF_8)).toBytes();
    }

    /** Reads a response in XML. */
    static XmlTree xmlAnswer(byte[] content) {
        ByteInput in = new ByteInput(content);
        RawHead.read(in);
        return XmlTree.parse(new String(in.rest(), StandardCharsets.UTF_8));
    }
}
