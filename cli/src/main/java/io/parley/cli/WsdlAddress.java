package io.parley.cli;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.schema.SafeXml;
import io.parley.transport.http.WholeResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Reads the address of a service in its WSDL: that of a port. Does without the types, operations and imports of the
 * contract, which take longer to read than a probe takes.
 */
final class WsdlAddress {
    private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";
    private static final QName SERVICE = new QName(WSDL, "service");
    private static final QName PORT = new QName(WSDL, "port");
    private static final Duration WITHIN = Duration.ofSeconds(60);
    private static final int MOST_REDIRECTS = 5;
    private static final int FIRST_REDIRECT = 300;
    private static final int FIRST_ERROR = 400;

    private final URI wsdl;
    private final HttpClient http;
    private final Limits limits = Limits.defaults();

    private WsdlAddress(URI wsdl, HttpClient http) {
        this.wsdl = wsdl;
        this.http = http;
    }

    /** Returns whether a URL is that of a WSDL. */
    static boolean isWsdl(URI url) {
        return url.toString().toLowerCase(Locale.ROOT).endsWith("?wsdl");
    }

    /**
     * Returns the first HTTP address of a WSDL's ports. Blocks for at most 60 seconds.
     *
     * @param http client for the scheme of the URL
     * @throws IOException if there is no WSDL at the URL, or no address in it
     */
    static URI read(URI wsdl, HttpClient http) throws IOException {
        return read(wsdl, http, WITHIN);
    }

    /** Returns the address, with another timeout. */
    static URI read(URI wsdl, HttpClient http, Duration within) throws IOException {
        WsdlAddress reading = new WsdlAddress(wsdl, http);
        try (InputStream document = reading.document(System.nanoTime() + within.toNanos())) {
            return reading.address(document);
        }
    }

    /** Returns the document, after redirections that stay with the scheme. */
    private InputStream document(long deadline) throws IOException {
        URI at = wsdl;
        for (int redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
            HttpResponse<InputStream> response = get(at, deadline);
            if (response.statusCode() == HttpURLConnection.HTTP_OK) {
                return response.body();
            }
            String location = response.headers().firstValue("Location").orElse("");
            boolean redirected = response.statusCode() >= FIRST_REDIRECT && response.statusCode() < FIRST_ERROR;
            URI next = redirected && !location.isEmpty() ? resolved(at, location) : at;
            if (next.equals(at) || !wsdl.getScheme().equalsIgnoreCase(next.getScheme())) {
                throw unreadable("status " + response.statusCode(), null);
            }
            at = next;
        }
        throw unreadable("more than " + MOST_REDIRECTS + " redirections", null);
    }

    private HttpResponse<InputStream> get(URI at, long deadline) throws IOException {
        Duration left = Duration.ofNanos(Math.max(1, deadline - System.nanoTime()));
        try {
            return WholeResponse.send(http, HttpRequest.newBuilder(at), left, limits.get(Limit.SCHEMA_BYTES));
        } catch (ConnectException e) {
            IOException silent = new IOException("expected a WSDL at " + wsdl + ", found none that answers");
            silent.addSuppressed(e); // not its cause: it has no message, and names only classes of the client
            throw silent;
        } catch (IOException e) {
            throw unreadable(String.valueOf(e.getMessage()), e);
        } catch (IllegalArgumentException e) {
            throw unreadable("a URL that cannot be requested", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while reading the WSDL at " + wsdl, e);
        }
    }

    private URI resolved(URI from, String location) throws IOException {
        try {
            return from.resolve(new URI(location));
        } catch (URISyntaxException e) {
            throw unreadable("a redirection to something that is no URL", e);
        }
    }

    private URI address(InputStream document) throws IOException {
        try {
            String location = location(SafeXml.reader(document, limits));
            if (location == null) {
                throw new IOException("expected an http address in the WSDL at " + wsdl + ", found none");
            }
            return new URI(location);
        } catch (XMLStreamException e) {
            throw unreadable(SafeXml.refused(e).text(), e);
        } catch (ParleyException e) {
            throw unreadable(e.text(), e);
        } catch (URISyntaxException e) {
            throw new IOException("expected an http address in the WSDL at " + wsdl + ", found one that is no URL", e);
        }
    }

    /** Returns the first address by HTTP that a port has; null if there is none. */
    private static @Nullable String location(XMLStreamReader reader) throws XMLStreamException {
        Deque<QName> path = new ArrayDeque<>();
        while (reader.hasNext()) {
            int event = reader.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                String location = reader.getAttributeValue(null, "location");
                boolean isAddress = reader.getLocalName().equals("address") && isPort(path);
                if (isAddress && location != null && location.startsWith("http")) {
                    return location;
                }
                path.push(reader.getName());
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                path.pop();
            }
        }
        return null;
    }

    /** Returns whether a path of elements, the innermost first, ends at a port of a service. */
    private static boolean isPort(Deque<QName> path) {
        return path.size() == 3 && List.copyOf(path).subList(0, 2).equals(List.of(PORT, SERVICE));
    }

    private IOException unreadable(String why, @Nullable Exception cause) {
        return new IOException("expected a WSDL at " + wsdl + ", found none that can be read: " + why, cause);
    }
}
