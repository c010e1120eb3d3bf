package io.parley.bench.measure;

import io.parley.Limits;
import io.parley.schema.SafeXml;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import javax.xml.namespace.QName;
import org.apache.cxf.headers.Header;
import org.w3c.dom.Element;

/** Header blocks of the calls of a workload in the suite {@code headers}. */
enum HeaderKind {
    /** The 847 bytes of WS-ReliableMessaging that the HHFR paper keeps in its context store. */
    WSRM_847,
    /** The constant blocks To, Action and ReplyTo, and a message id that changes with each call. */
    ADDRESSING,
    /** Ten short application-defined blocks. */
    APPLICATION_10;

    private static final int WSRM_BYTES = 847;
    private static final int APPLICATION_BLOCKS = 10;
    private static final String WSA = " xmlns:wsa=\"http://www.w3.org/2005/08/addressing\"";

    /** Returns the kind of a workload. */
    static HeaderKind of(String workload) {
        return valueOf(workload.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /** Returns the blocks that are the same in every call. */
    List<String> constant() {
        return switch (this) {
            case WSRM_847 -> {
                String begin = "<wsrm:Sequence xmlns:wsrm=\"http://schemas.xmlsoap.org/ws/2005/02/rm\">"
                        + "<wsrm:Identifier>urn:uuid:6f0c4b1e-7d1f-4a4e-9a53-1f2b6d1c0001</wsrm:Identifier><wsrm:Nack>";
                String end = "</wsrm:Nack></wsrm:Sequence>";
                yield List.of(begin + "7".repeat(WSRM_BYTES - begin.length() - end.length()) + end);
            }
            case ADDRESSING ->
                List.of(
                        "<wsa:To" + WSA + ">http://services.example.org/orders/port</wsa:To>",
                        "<wsa:Action" + WSA + ">urn:parley:bench/Port/nothing</wsa:Action>",
                        "<wsa:ReplyTo" + WSA
                                + "><wsa:Address>http://www.w3.org/2005/08/addressing/anonymous</wsa:Address></wsa:ReplyTo>");
            case APPLICATION_10 ->
                IntStream.range(0, APPLICATION_BLOCKS)
                        .mapToObj(i -> "<a:field" + i
                                + " xmlns:a=\"urn:application:context\" version=\"1\">value-of-field-" + i
                                + "</a:field" + i + ">")
                        .toList();
        };
    }

    /** Returns the blocks that are different in each call. */
    List<String> changing(long call) {
        return this == ADDRESSING
                ? List.of("<wsa:MessageID" + WSA + ">urn:uuid:00000000-0000-4000-8000-" + String.format("%012x", call)
                        + "</wsa:MessageID>")
                : List.of();
    }

    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the length of a call's blocks as text. */
    int textBytes() {
        return constant().stream().mapToInt(String::length).sum()
                + changing(0).stream().mapToInt(String::length).sum();
    }

    /** Returns the constant blocks, parsed once, as an application would keep them. */
    List<Header> constantHeaders() {
        return headers(constant());
    }

    static List<Header> headers(List<String> blocks) {
        List<Header> headers = new ArrayList<>();
        for (String block : blocks) {
            Element element = SafeXml.document(
                            new ByteArrayInputStream(block.getBytes(StandardCharsets.UTF_8)), Limits.defaults())
                    .getDocumentElement();
            headers.add(new Header(new QName(element.getNamespaceURI(), element.getLocalName()), element));
        }
        return headers;
    }
}
