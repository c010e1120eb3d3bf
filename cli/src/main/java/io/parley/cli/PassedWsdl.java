package io.parley.cli;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.cxf.carrier.EnvelopeContent;
import io.parley.schema.DocumentAddress;
import io.parley.schema.SafeXml;
import io.parley.transport.http.WholeResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.xml.transform.TransformerException;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.cxf.helpers.CastUtils;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.transport.Conduit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Answers requests for the WSDL of a gateway, and for its imports ({@code ?wsdl…}, {@code ?xsd…}), with the target
 * service's response to the same query. Addresses of the service are replaced by those of the gateway; only the
 * service's own URL is requested. Thread-safe.
 */
final class PassedWsdl extends AbstractPhaseInterceptor<Message> {
    private static final Logger LOG = LoggerFactory.getLogger(PassedWsdl.class);
    private static final Duration WITHIN = Duration.ofSeconds(30);
    private static final String AUTHORIZATION = "Authorization";
    private static final Set<String> IMPORTS = Set.of("import", "include", "redefine");

    private final URI at;
    private final URI to;
    private final Duration within;
    private final Limits limits = Limits.defaults();
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();

    /**
     * Creates the interceptor with the default timeout.
     *
     * @param at the address of the gateway
     * @param to the address of the target service
     */
    PassedWsdl(URI at, URI to) {
        this(at, to, WITHIN);
    }

    /**
     * Creates the interceptor with a timeout.
     *
     * @param at the address of the gateway
     * @param to the address of the target service
     * @param within timeout for the service's whole response
     */
    PassedWsdl(URI at, URI to, Duration within) {
        super(Phase.RECEIVE);
        this.at = at;
        this.to = to;
        this.within = within;
    }

    @Override
    public void handleMessage(Message message) {
        String query = (String) message.get(Message.QUERY_STRING);
        if (!"GET".equals(message.get(Message.HTTP_REQUEST_METHOD)) || query == null || !isAsked(query)) {
            return;
        }
        message.getInterceptorChain().abort();
        reply(message, fetched(query, credentials(message)));
    }

    private static boolean isAsked(String query) {
        String lower = query.toLowerCase(Locale.ROOT);
        return lower.startsWith("wsdl") || lower.startsWith("xsd") || lower.startsWith("singlewsdl");
    }

    private static @Nullable String credentials(Message message) {
        Map<String, List<String>> headers = CastUtils.cast((Map<?, ?>) message.get(Message.PROTOCOL_HEADERS));
        List<String> values = headers == null ? null : headers.get(AUTHORIZATION);
        return values == null || values.isEmpty() ? null : values.get(0);
    }

    /** A document, or the status why there is none. */
    private record Passed(int status, String type, String content) {
        static Passed without(int status) {
            return new Passed(status, "text/plain", "");
        }
    }

    private Passed fetched(String query, @Nullable String credentials) {
        try {
            URI place = URI.create(withQuery(to, query));
            HttpRequest.Builder request = HttpRequest.newBuilder(place);
            if (credentials != null) {
                request.header(AUTHORIZATION, credentials);
            }
            HttpResponse<InputStream> response =
                    WholeResponse.send(client, request, within, limits.getInt(Limit.SCHEMA_BYTES));
            try (InputStream body = response.body()) {
                return response.statusCode() == HttpURLConnection.HTTP_OK
                        ? new Passed(
                                HttpURLConnection.HTTP_OK, "text/xml; charset=UTF-8", rewritten(bytes(body), place))
                        : Passed.without(response.statusCode());
            }
        } catch (IllegalArgumentException e) {
            return Passed.without(HttpURLConnection.HTTP_BAD_REQUEST);
        } catch (IOException | ParleyException | TransformerException e) {
            LOG.warn("the WSDL of {} cannot be passed on: {}", to, e.getMessage(), e);
            return Passed.without(HttpURLConnection.HTTP_BAD_GATEWAY);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Passed.without(HttpURLConnection.HTTP_UNAVAILABLE);
        }
    }

    private byte[] bytes(InputStream body) throws IOException {
        int most = limits.getInt(Limit.SCHEMA_BYTES);
        byte[] bytes = body.readNBytes(most + 1);
        if (bytes.length > most) {
            throw new ParleyException(
                    ErrorCode.LIMIT,
                    "WSDL: expected at most " + most + " bytes (" + Limit.SCHEMA_BYTES.setting() + "), found more");
        }
        return bytes;
    }

    private String rewritten(byte[] document, URI place) throws TransformerException {
        Document tree = SafeXml.document(new ByteArrayInputStream(document), limits);
        List<Element> addresses = new ArrayList<>();
        NodeList all = tree.getElementsByTagName("*");
        for (int i = 0; i < all.getLength(); i++) {
            Element element = (Element) all.item(i);
            if ("address".equals(element.getLocalName()) && element.hasAttribute("location")) {
                addresses.add(element);
            } else if (IMPORTS.contains(element.getLocalName())) {
                rewrite(element, "location", place);
                rewrite(element, "schemaLocation", place);
            }
        }
        rewrite(addresses);
        StringWriter out = new StringWriter(document.length);
        SafeXml.transformer().transform(new DOMSource(tree), new StreamResult(out));
        return out.toString();
    }

    /**
     * Rewrites the addresses of the service. It may know itself by another host; if none matches by path either, all
     * addresses are taken for the service's.
     */
    private void rewrite(List<Element> addresses) {
        List<Element> same = addresses.stream()
                .filter(address -> isService(address.getAttribute("location")))
                .toList();
        (same.isEmpty() ? addresses : same).forEach(address -> address.setAttribute("location", at.toString()));
    }

    private boolean isService(String location) {
        try {
            return path(URI.create(location.strip())).equals(path(to));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Rewrites an import: those from the service's own URL come through the gateway, others stay absolute. */
    private void rewrite(Element element, String attribute, URI place) {
        String location = element.getAttribute(attribute);
        if (location.isBlank()) {
            return;
        }
        try {
            URI imported = DocumentAddress.resolve(place, location);
            String query = imported.getRawQuery();
            boolean through = query != null && isAsked(query) && path(imported).equals(path(to));
            element.setAttribute(attribute, through ? withQuery(at, query) : imported.toString());
        } catch (IllegalArgumentException e) {
            LOG.debug("an import with no address stays as it is", e);
        }
    }

    private static String path(URI address) {
        String path = address.getRawPath();
        return path == null || path.isEmpty() ? "/" : path;
    }

    private static String withQuery(URI address, String query) {
        return address.toString().replaceFirst("[?#].*", "") + "?" + query;
    }

    private static void reply(Message message, Passed passed) {
        Message out = new MessageImpl();
        out.setExchange(message.getExchange());
        out.put(Message.CONTENT_TYPE, passed.type());
        out.put(Message.RESPONSE_CODE, passed.status());
        try {
            Conduit back = message.getExchange().getDestination().getBackChannel(message);
            back.prepare(out);
            EnvelopeContent.write(out, passed.content().getBytes(StandardCharsets.UTF_8));
            back.close(out);
        } catch (IOException e) {
            throw new Fault(e);
        }
    }
}
