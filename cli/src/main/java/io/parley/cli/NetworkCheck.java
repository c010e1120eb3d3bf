package io.parley.cli;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** Checks the network path to a URL: DNS, port, proxies, TLS, HTTP and the clock. Each check ends within seconds. */
final class NetworkCheck {
    private static final int MILLIS = 5_000;
    private static final int NOT_FOUND = 404;
    private static final int FIRST_REDIRECT = 300;
    private static final int FIRST_ERROR = 400;
    private static final int FIRST_OF_SERVER = 500;
    private static final int MOST_SHOWN = 80;
    private static final Duration MOST_SKEW = Duration.ofSeconds(30);
    private static final Duration SOON = Duration.ofDays(21);

    private final URI url;
    private final Clock clock;
    private final List<Finding> findings = new ArrayList<>();

    private NetworkCheck(URI url, Clock clock) {
        this.url = url;
        this.clock = clock;
    }

    /** Runs all checks in order, up to the first whose failure makes the others pointless. */
    static List<Finding> of(URI url, Clock clock) {
        NetworkCheck check = new NetworkCheck(url, clock);
        check.run();
        return List.copyOf(check.findings);
    }

    /** Returns why a URL cannot be reached, with advice; empty if it answers as a service may. */
    static Optional<String> trouble(String address) {
        URI url;
        try {
            url = new URI(address);
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
        if (url.getHost() == null) {
            return Optional.empty();
        }
        return of(url, Clock.systemUTC()).stream()
                .filter(Finding::isFailure)
                .map(each -> each.found() + "; " + each.toDo())
                .findFirst();
    }

    private void run() {
        if (goesByProxy()) {
            findings.add(Finding.skipped(
                    "path", "DNS, port, TLS and HTTP: the proxy connects to the service, not this machine"));
        } else if (host() && port() && tls()) {
            http();
        }
    }

    private String place() {
        return url.getHost() + ":" + UrlArgument.port(url);
    }

    private boolean goesByProxy() {
        ProxySelector selector = ProxySelector.getDefault();
        List<Proxy> proxies = selector == null ? List.of() : selector.select(url);
        Optional<Proxy> proxy = proxies.stream()
                .filter(each -> each.type() != Proxy.Type.DIRECT)
                .findFirst();
        if (proxy.isEmpty()) {
            findings.add(Finding.ok("proxy", "this JVM connects to " + url.getHost() + " directly"));
            return false;
        }
        findings.add(
                Finding.warning(
                        "proxy",
                        "this JVM is configured to reach " + url.getHost() + " by the proxy "
                                + proxy.get().address(),
                        "add the host to http.nonProxyHosts, or do without the channels stream and quic, which connect directly"));
        return true;
    }

    private boolean host() {
        try {
            List<String> addresses = Arrays.stream(InetAddress.getAllByName(url.getHost()))
                    .map(InetAddress::getHostAddress)
                    .toList();
            findings.add(Finding.ok("dns", url.getHost() + " is " + String.join(", ", addresses)));
            return true;
        } catch (UnknownHostException e) {
            findings.add(Finding.failed(
                    "dns",
                    "the host " + url.getHost() + " is unknown: it has no address",
                    "check the spelling of the name, and the DNS of this machine"));
            return false;
        }
    }

    private boolean port() {
        long begun = System.nanoTime();
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(url.getHost(), UrlArgument.port(url)), MILLIS);
            Duration took = Duration.ofNanos(System.nanoTime() - begun);
            findings.add(Finding.ok("port", place() + " accepts connections, in " + Millis.text(Millis.of(took))));
            return true;
        } catch (SocketTimeoutException e) {
            findings.add(Finding.failed(
                    "port",
                    place() + " does not answer within " + MILLIS / 1000 + " s",
                    "open the port in firewalls and network policies, or check the address"));
        } catch (ConnectException e) {
            findings.add(Finding.failed(
                    "port",
                    place() + " refuses connections: no process listens there",
                    "start the service, or correct the port"));
        } catch (IOException e) {
            findings.add(Finding.failed(
                    "port", place() + " cannot be reached: " + Failures.text(e), "check the network of this machine"));
        }
        return false;
    }

    private boolean tls() {
        if (!UrlArgument.isSecure(url)) {
            return true;
        }
        try (Socket plain = new Socket()) {
            plain.connect(new InetSocketAddress(url.getHost(), UrlArgument.port(url)), MILLIS);
            plain.setSoTimeout(MILLIS);
            try (SSLSocket socket = (SSLSocket) ((SSLSocketFactory) SSLSocketFactory.getDefault())
                    .createSocket(plain, url.getHost(), UrlArgument.port(url), true)) {
                SSLParameters parameters = socket.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                socket.setSSLParameters(parameters);
                socket.startHandshake();
                certificate(socket);
            }
            return true;
        } catch (SSLException e) {
            findings.add(Finding.failed(
                    "tls",
                    "no TLS with " + place() + ": " + Failures.text(e),
                    "trust the issuer of its certificate (javax.net.ssl.trustStore), or let it present one for "
                            + url.getHost()));
        } catch (IOException e) {
            findings.add(Finding.failed(
                    "tls", "no TLS with " + place() + ": " + Failures.text(e), "check that the port expects TLS"));
        }
        return false;
    }

    private void certificate(SSLSocket socket) throws SSLException {
        Certificate[] chain = socket.getSession().getPeerCertificates();
        String found =
                socket.getSession().getProtocol() + ", " + socket.getSession().getCipherSuite();
        if (chain.length > 0 && chain[0] instanceof X509Certificate shown) {
            Instant end = shown.getNotAfter().toInstant();
            found += ", certificate until " + end;
            if (end.isBefore(clock.instant().plus(SOON))) {
                findings.add(Finding.warning("tls", found, "renew the certificate, which expires soon"));
                return;
            }
        }
        findings.add(Finding.ok("tls", found));
    }

    private void http() {
        RawExchange answer;
        Instant before = clock.instant();
        try {
            answer = RawExchange.of(withWsdl(), "GET", List.of("Connection: close"), Duration.ofMillis(MILLIS));
        } catch (IOException e) {
            findings.add(Finding.failed(
                    "http",
                    "no answer by HTTP from " + place() + ": " + Failures.text(e),
                    "check which process listens there"));
            return;
        }
        findings.add(status(answer));
        answer.header("Via")
                .ifPresent(
                        via -> findings.add(
                                Finding.warning(
                                        "via",
                                        "responses come through " + printable(via),
                                        "let it forward upgrades and the headers Parley-*: docs/guide/production.md has configurations")));
        answer.header("Date")
                .ifPresentOrElse(
                        date -> clockSkew(date, before),
                        () -> findings.add(Finding.skipped("clock", "the response has no Date header")));
    }

    private URI withWsdl() {
        return url.getRawQuery() == null ? URI.create(url + "?wsdl") : url;
    }

    private Finding status(RawExchange answer) {
        String server =
                answer.header("Server").map(name -> " by " + printable(name)).orElse("");
        if (answer.status() == 0) {
            return Finding.failed("http", place() + " does not answer by HTTP", "give the URL of the service");
        }
        String found = "status " + answer.status() + server + " for " + withWsdl();
        if (answer.status() == NOT_FOUND) {
            return isEmptyPath()
                    ? Finding.failed("http", found + ": there is nothing at this path", "correct the path of the URL")
                    : Finding.warning("http", found + ", but POST is accepted", "nothing, if it serves no WSDL");
        }
        if (answer.status() >= FIRST_OF_SERVER) {
            return Finding.warning("http", found, "see the log of the service, or of the proxy that answers for it");
        }
        if (answer.status() >= FIRST_ERROR) {
            return Finding.warning("http", found, "nothing, if the service serves no WSDL or requires credentials");
        }
        return answer.status() >= FIRST_REDIRECT
                ? Finding.warning("http", found + ": redirected", "give the URL that it redirects to")
                : Finding.ok("http", found);
    }

    /**
     * Returns whether the path is unknown to the server. A service without a WSDL may answer a GET as an unknown path
     * does; a POST without content calls no operation.
     */
    private boolean isEmptyPath() {
        try {
            List<String> headers = List.of("Connection: close", "Content-Length: 0");
            return RawExchange.of(url, "POST", headers, Duration.ofMillis(MILLIS))
                            .status()
                    == NOT_FOUND;
        } catch (IOException e) {
            return true;
        }
    }

    /** Returns the printable characters of a text that a server chose. */
    private static String printable(String text) {
        return text.substring(0, Math.min(text.length(), MOST_SHOWN)).replaceAll("[^ -~]", "?");
    }

    private void clockSkew(String date, Instant before) {
        Duration skew;
        try {
            skew = Duration.between(before, Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date)));
        } catch (DateTimeException e) {
            findings.add(Finding.warning(
                    "clock", "the response has an invalid Date header", "check which software answers"));
            return;
        }
        String found = String.format(
                Locale.ROOT, "the clocks differ by %d s", skew.abs().toSeconds());
        findings.add(
                skew.abs().compareTo(MOST_SKEW) > 0
                        ? Finding.warning(
                                "clock",
                                found,
                                "synchronize both by NTP: lifetimes of agreements and certificates depend on them")
                        : Finding.ok("clock", found));
    }
}
