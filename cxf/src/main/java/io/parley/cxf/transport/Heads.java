package io.parley.cxf.transport;

import io.parley.cxf.carrier.SoapVersions;
import io.parley.soap.SoapHead;
import io.parley.soap.SoapVersion;
import io.parley.soap.TraceHeaders;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.cxf.binding.soap.SoapBindingConstants;
import org.apache.cxf.helpers.CastUtils;
import org.apache.cxf.helpers.HttpHeaderHelper;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;

/** Converts between the transport properties of a CXF message and the head of a message on a session. */
final class Heads {
    /** Hop-by-hop and entity headers, which do not concern the message itself. Lower case. */
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
    private static final String SET_COOKIE = "Set-Cookie";
    private static final String LINK = "Link";
    /** The property of {@code Headers} in the HTTP transport, which need not be there. */
    private static final String ADD_HEADERS = "org.apache.cxf.http.add-headers";

    private Heads() {}

    /**
     * Returns the head of a request. Its only transport headers are those for tracing: the others equal those of the
     * negotiation, or the call would not use the session.
     */
    static SoapHead ofRequest(Message message) {
        return SoapHead.request(SoapVersions.of(message), action(message), headers(message, TraceHeaders::contains))
                .attaching(Attachments.of(message));
    }

    private static List<SoapHead.Header> headers(Message message, Predicate<String> wanted) {
        // CXF sends values of any type, as text.
        Map<String, List<Object>> all = CastUtils.cast((Map<?, ?>) message.get(Message.PROTOCOL_HEADERS));
        if (all == null || all.isEmpty()) {
            return List.of();
        }
        List<SoapHead.Header> headers = List.of();
        for (Map.Entry<String, List<Object>> each : all.entrySet()) {
            if (wanted.test(each.getKey())) {
                headers = headers.isEmpty() ? new ArrayList<>() : headers;
                for (String value : lines(each.getKey(), each.getValue(), message)) {
                    headers.add(new SoapHead.Header(each.getKey(), value));
                }
            }
        }
        return headers;
    }

    /** Returns the values as CXF sends them by HTTP: in one line, unless the message or the header forbids that. */
    private static List<String> lines(String name, List<Object> values, Message message) {
        List<String> texts =
                values.stream().filter(Objects::nonNull).map(String::valueOf).toList();
        boolean separate = texts.size() < 2
                || name.equalsIgnoreCase(SET_COOKIE)
                || name.equalsIgnoreCase(LINK)
                || MessageUtils.getContextualBoolean(message, ADD_HEADERS, false);
        return separate ? texts : List.of(String.join(",", texts));
    }

    static SoapHead ofResponse(Message message, boolean fault) {
        int initial = fault ? HttpURLConnection.HTTP_INTERNAL_ERROR : HttpURLConnection.HTTP_OK;
        int status = message.get(Message.RESPONSE_CODE) instanceof Integer set ? set : initial;
        return SoapHead.response(SoapVersions.of(message), status, headers(message, name -> !isHop(name)))
                .attaching(Attachments.of(message));
    }

    /** Returns the head of a reply without an envelope. */
    static SoapHead empty(Message message, int status) {
        return SoapHead.response(SoapVersions.of(message), status, List.of());
    }

    /** Returns whether a header concerns the transfer of bytes. */
    static boolean isHop(String name) {
        return HOP.contains(name);
    }

    /**
     * Sets the properties on an incoming message that an HTTP transport would set from the start line and headers.
     *
     * @param sessionHeaders headers of the negotiation that apply to each message
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

    /** Returns a list that interceptors can modify. */
    private static List<String> only(String value) {
        List<String> values = new ArrayList<>(1);
        values.add(value);
        return values;
    }

    /**
     * Returns the action as HTTP would send it: the transport header or content type set by the chain takes precedence.
     */
    private static String action(Message message) {
        String sent = SoapVersions.of(message) == SoapVersion.V1_2 ? typeAction(message) : headerAction(message);
        Object action = sent.isEmpty() ? message.get(SoapBindingConstants.SOAP_ACTION) : sent;
        return action == null ? "" : unquoted(action.toString());
    }

    private static String headerAction(Message message) {
        Map<String, List<String>> headers = CastUtils.cast((Map<?, ?>) message.get(Message.PROTOCOL_HEADERS));
        List<String> values =
                headers == null ? null : HttpHeaderHelper.getHeader(headers, SoapBindingConstants.SOAP_ACTION);
        return values == null || values.isEmpty() ? "" : values.get(0);
    }

    /** Returns the action parameter of the content type (SOAP 1.2 part 2, appendix A). */
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
