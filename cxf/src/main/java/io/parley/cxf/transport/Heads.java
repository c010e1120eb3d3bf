package io.parley.cxf.transport;

import io.parley.cxf.stax.Attachments;
import io.parley.soap.SoapHead;
import io.parley.soap.SoapVersion;
import io.parley.soap.TraceHeaders;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.cxf.binding.soap.Soap12;
import org.apache.cxf.binding.soap.SoapBindingConstants;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.helpers.CastUtils;
import org.apache.cxf.helpers.HttpHeaderHelper;
import org.apache.cxf.message.Message;

/** Between what CXF keeps on a message for its transport and the head of a message on a session. */
final class Heads {
    /** Headers about how bytes travelled, which say nothing about the message. Lower case. */
    private static final Set<String> HOP = HeaderNames.of(
            "content-type",
            "content-length",
            "content-encoding",
            "content-transfer-encoding",
            "transfer-encoding",
            "connection",
            "keep-alive",
            "accept",
            "accept-encoding",
            "soapaction");

    private static final String ACTION = "action=";

    private Heads() {}

    /**
     * The head of a request. Transport headers are not repeated: those of a session are what the negotiation was sent
     * with, and a call with other ones does not come here. Only what traces it is its own.
     */
    static SoapHead ofRequest(Message message) {
        return SoapHead.request(version(message), action(message), headers(message, TraceHeaders::contains))
                .attaching(Attachments.of(message));
    }

    private static List<SoapHead.Header> headers(Message message, Predicate<String> wanted) {
        Map<String, List<String>> all = CastUtils.cast((Map<?, ?>) message.get(Message.PROTOCOL_HEADERS));
        if (all == null || all.isEmpty()) {
            return List.of();
        }
        List<SoapHead.Header> headers = List.of();
        for (Map.Entry<String, List<String>> each : all.entrySet()) {
            if (wanted.test(each.getKey())) {
                headers = headers.isEmpty() ? new ArrayList<>() : headers;
                for (String value : each.getValue()) {
                    headers.add(new SoapHead.Header(each.getKey(), value));
                }
            }
        }
        return headers;
    }

    static SoapHead ofResponse(Message message, boolean fault) {
        int initial = fault ? HttpURLConnection.HTTP_INTERNAL_ERROR : HttpURLConnection.HTTP_OK;
        int status = message.get(Message.RESPONSE_CODE) instanceof Integer set ? set : initial;
        return SoapHead.response(version(message), status, headers(message, name -> !isHop(name)))
                .attaching(Attachments.of(message));
    }

    /** Returns the head of a reply without an envelope. */
    static SoapHead empty(Message message, int status) {
        return SoapHead.response(version(message), status, List.of());
    }

    /** Returns whether a header is about the transfer of bytes. */
    static boolean isHop(String name) {
        return HOP.contains(name);
    }

    /**
     * Puts on an in message what an HTTP transport would have read from the request or response line and headers.
     *
     * @param sessionHeaders those of the session that say something about the message
     */
    static void apply(SoapHead head, Message in, Map<String, List<String>> sessionHeaders) {
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (Map.Entry<String, List<String>> header : sessionHeaders.entrySet()) {
            headers.put(header.getKey(), new ArrayList<>(header.getValue()));
        }
        for (SoapHead.Header header : head.headers()) {
            headers.computeIfAbsent(header.name(), name -> new ArrayList<>(1)).add(header.value());
        }
        String type = head.version().contentType();
        if (head.version() == SoapVersion.V1_2) {
            type += head.action().isEmpty() ? "" : "; action=" + quoted(head.action());
        } else if (head.status() == 0) {
            headers.put(SoapBindingConstants.SOAP_ACTION, only(quoted(head.action())));
        }
        headers.put(HttpHeaderHelper.CONTENT_TYPE, only(type));
        in.put(Message.CONTENT_TYPE, type);
        in.put(Message.PROTOCOL_HEADERS, headers);
        Attachments.apply(head, in);
    }

    private static String quoted(String text) {
        return '"' + text + '"';
    }

    /** A list that interceptors may add to. */
    private static List<String> only(String value) {
        List<String> values = new ArrayList<>(1);
        values.add(value);
        return values;
    }

    private static SoapVersion version(Message message) {
        return message instanceof SoapMessage soap && soap.getVersion() instanceof Soap12
                ? SoapVersion.V1_2
                : SoapVersion.V1_1;
    }

    /**
     * Returns the action as HTTP would send it: the chain's for the transport counts, whatever was asked for before.
     */
    private static String action(Message message) {
        String said = version(message) == SoapVersion.V1_2 ? typeAction(message) : headerAction(message);
        Object action = said.isEmpty() ? message.get(SoapBindingConstants.SOAP_ACTION) : said;
        return action == null ? "" : unquoted(action.toString());
    }

    private static String headerAction(Message message) {
        Map<String, List<String>> headers = CastUtils.cast((Map<?, ?>) message.get(Message.PROTOCOL_HEADERS));
        List<String> values =
                headers == null ? null : HttpHeaderHelper.getHeader(headers, SoapBindingConstants.SOAP_ACTION);
        return values == null || values.isEmpty() ? "" : values.get(0);
    }

    /** SOAP 1.2 part 2, appendix A: a parameter of the content type. */
    private static String typeAction(Message message) {
        String type = message.get(Message.CONTENT_TYPE) instanceof String text ? text : "";
        int start = type.indexOf(ACTION);
        if (start < 0) {
            return "";
        }
        String value = type.substring(start + ACTION.length()).strip();
        int end = value.startsWith("\"") ? value.indexOf('"', 1) + 1 : value.indexOf(';');
        return end > 0 ? value.substring(0, end) : value;
    }

    private static String unquoted(String text) {
        return text.length() > 1 && text.startsWith("\"") && text.endsWith("\"")
                ? text.substring(1, text.length() - 1)
                : text;
    }
}
