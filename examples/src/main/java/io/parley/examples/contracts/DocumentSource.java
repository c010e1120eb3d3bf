package io.parley.examples.contracts;

import io.parley.schema.DocumentAddress;
import io.parley.transport.http.WholeResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.apache.cxf.bus.CXFBusFactory;
import org.jspecify.annotations.Nullable;

/**
 * Reads the documents of a contract: files, or documents from an HTTP server. A file may import only relative files and
 * nothing from a server; a document from a server may not import files. Confined to one thread.
 */
final class DocumentSource {
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(10);
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(30);

    private static final String SIGNATURES = "http://www.w3.org/2000/09/xmldsig#";
    private static final String SECURITY = "oasis-200401-wss-wssecurity-";

    /** Well-known schemas that many contracts import from their publishers; CXF contains copies. */
    private static final Map<String, String> KNOWN = Map.of(
            "http://www.w3.org/XML/1998/namespace",
            "wsdl/xml.xsd",
            "http://www.w3.org/2005/05/xmlmime",
            "wsdl/xmime.xsd",
            "http://www.w3.org/2005/08/addressing",
            "wsdl/ws-addr.xsd",
            "http://schemas.xmlsoap.org/ws/2004/08/addressing",
            "wsdl/addressing.xsd",
            "http://ws-i.org/profiles/basic/1.1/xsd",
            "wsdl/swaref.xsd",
            "http://schemas.xmlsoap.org/soap/encoding/",
            "wsdl/soap-encoding.xsd",
            SIGNATURES,
            "xmldsig-core-schema.xsd",
            "http://docs.oasis-open.org/wss/2004/01/" + SECURITY + "secext-1.0.xsd",
            SECURITY + "secext-1.0.xsd",
            "http://docs.oasis-open.org/wss/2004/01/" + SECURITY + "utility-1.0.xsd",
            SECURITY + "utility-1.0.xsd");

    private final long most;
    private final String setting;
    private final Duration within;
    private long read;
    private @Nullable HttpClient client;

    /**
     * Creates a source.
     *
     * @param most maximum number of bytes of all documents
     * @param setting name of the limit's setting
     */
    DocumentSource(long most, String setting) {
        this(most, setting, ANSWER_WITHIN);
    }

    /**
     * Creates a source with a time limit.
     *
     * @param within time limit for each document from a server
     */
    DocumentSource(long most, String setting, Duration within) {
        this.most = most;
        this.setting = setting;
        this.within = within;
    }

    /** Returns the URI of a location given by a user: a file or a URL. */
    static URI place(String location) throws ContractException {
        if (location.matches("(?i)https?:.*|file:.*")) {
            try {
                return URI.create(location);
            } catch (IllegalArgumentException e) {
                throw new ContractException("expected a file or an address, found " + location, e);
            }
        }
        try {
            Path file = Path.of(location).toAbsolutePath();
            if (!Files.isReadable(file) || Files.isDirectory(file)) {
                throw new ContractException("expected a WSDL, found no readable file " + location
                        + "; an address begins with http:// or https://");
            }
            return file.toUri();
        } catch (InvalidPathException e) {
            throw new ContractException("expected a file or an address, found " + location, e);
        }
    }

    static boolean isHttp(URI place) {
        return place.getScheme() != null
                && place.getScheme().toLowerCase(Locale.ROOT).startsWith("http");
    }

    /**
     * Returns the URI of an import.
     *
     * @param from the importing document
     * @param namespace namespace of the import; empty if not specified
     */
    static URI imported(URI from, String location, String namespace) throws ContractException {
        URI place;
        try {
            place = DocumentAddress.resolve(from, location);
        } catch (IllegalArgumentException e) {
            throw new ContractException(from + ": expected the address of an import, found none that is one", e);
        }
        String known = KNOWN.get(namespace);
        // The publisher's schema of signatures has a document type, and so have its copies beside many contracts.
        if (known != null && (namespace.equals(SIGNATURES) || isHttp(place) || !isReadable(place))) {
            return URI.create("known:" + known);
        }
        if ("known".equals(from.getScheme())) {
            throw new ContractException(from + ": expected imports of schemas that are known, found " + location);
        }
        if (isHttp(from) != isHttp(place) || !(isHttp(place) || "file".equals(place.getScheme()))) {
            throw new ContractException(from + ": expected imports from where the WSDL is, found " + place
                    + "; put that document beside the WSDL and name it by a relative path");
        }
        if (!isHttp(place) && (location.strip().matches("[/\\\\].*|[a-zA-Z]+:.*") || hasHost(place))) {
            throw new ContractException(from + ": expected imports by relative paths, found " + place);
        }
        return place;
    }

    private static boolean isReadable(URI place) {
        return "file".equals(place.getScheme()) && !hasHost(place) && Files.isReadable(Path.of(place));
    }

    private static boolean hasHost(URI place) {
        return place.getAuthority() != null && !place.getAuthority().isEmpty();
    }

    byte[] bytes(URI place) throws ContractException {
        try (InputStream in = open(place)) {
            byte[] bytes = in.readNBytes((int) Math.min(Integer.MAX_VALUE - 8, most - read + 1));
            read += bytes.length;
            if (read > most) {
                throw new ContractException(
                        "expected a contract of at most " + most + " bytes (" + setting + "), found more at " + place);
            }
            return bytes;
        } catch (IOException e) {
            throw new ContractException(
                    "expected a document of the contract at " + place + ", found none: " + reason(e), e);
        }
    }

    /** Returns the message; failures of the JDK's HTTP client to connect have none. */
    private static String reason(IOException failure) {
        @Nullable String message = failure.getMessage();
        return message == null ? "no answer" : message;
    }

    private InputStream open(URI place) throws IOException, ContractException {
        if ("known".equals(place.getScheme())) {
            InputStream in = CXFBusFactory.class.getResourceAsStream("/schemas/" + place.getSchemeSpecificPart());
            if (in == null) {
                throw new ContractException("expected a copy of " + place.getSchemeSpecificPart() + " in CXF");
            }
            return in;
        }
        return isHttp(place) ? get(place) : Files.newInputStream(Path.of(place));
    }

    private InputStream get(URI place) throws IOException {
        if (client == null) {
            client = HttpClient.newBuilder()
                    .connectTimeout(CONNECT_WITHIN)
                    .followRedirects(HttpClient.Redirect.NORMAL)
                    .build();
        }
        try {
            HttpResponse<InputStream> response =
                    WholeResponse.send(client, HttpRequest.newBuilder(place), within, most - read);
            if (response.statusCode() != HttpURLConnection.HTTP_OK) {
                throw new IOException("the server answers with status " + response.statusCode());
            }
            return response.body();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
