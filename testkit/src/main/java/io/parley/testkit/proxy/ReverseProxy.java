package io.parley.testkit.proxy;

import io.parley.testkit.FreePort;
import io.parley.testkit.NewKeys;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A reverse proxy with its configuration from the guide, in front of the nodes of a test: plain HTTP at one port, and
 * HTTPS, terminated by the proxy, at another. It is killed with the JVM. Thread-safe.
 */
public final class ReverseProxy implements AutoCloseable {
    private static final String ALIAS = "service";
    private static final String NODE = "10.0.0.1";

    private final ProxyProcess process;
    private final KeyStore keys;
    private final int plainPort;
    private final int securePort;

    private ReverseProxy(ProxyProcess process, KeyStore keys, int plainPort, int securePort) {
        this.process = process;
        this.keys = keys;
        this.plainPort = plainPort;
        this.securePort = securePort;
    }

    /**
     * Starts a proxy with the configuration of the guide.
     *
     * @param folder for its files; empty
     * @param nodes ports of the two nodes on this machine
     */
    public static ReverseProxy start(ProxyKind kind, Path folder, List<Integer> nodes)
            throws IOException, InterruptedException, GeneralSecurityException {
        return start(kind, folder, nodes, text -> text);
    }

    /**
     * Starts a proxy with a changed configuration.
     *
     * @param folder for its files; empty
     * @param nodes ports of the two nodes on this machine
     * @param change applied to the configuration of the guide
     */
    public static ReverseProxy start(ProxyKind kind, Path folder, List<Integer> nodes, UnaryOperator<String> change)
            throws IOException, InterruptedException, GeneralSecurityException {
        ProxyProgram program = ProxyProgram.of(kind.product());
        Path file = NewKeys.in(folder, ALIAS);
        KeyStore keys = KeyStore.getInstance(file.toFile(), NewKeys.PASSWORD.toCharArray());
        int plainPort = FreePort.find();
        int securePort = FreePort.find();
        Path configuration = folder.resolve(kind.configuration());
        String text = change.apply(Files.readString(guide().resolve(kind.configuration())));
        for (int i = 0; i < nodes.size(); i++) {
            text = text.replace(NODE + (i + 1) + ":8080", "127.0.0.1:" + nodes.get(i))
                    .replace(NODE + (i + 1) + ", port_value: 8080", "127.0.0.1, port_value: " + nodes.get(i));
        }
        text = text.replace(
                        "/usr/lib/apache2",
                        program.root().resolve("usr/lib/apache2").toString())
                .replaceAll("\\b80\\b", String.valueOf(plainPort))
                .replaceAll("\\b443\\b", String.valueOf(securePort))
                .replace("/etc/ssl/service", folder.toString());
        Files.writeString(configuration, kind.local(text, folder));
        writePem(keys, folder);
        ProxyProcess process = ProxyProcess.start(program, folder, kind.command(program.file(), folder, configuration));
        process.awaitPort(plainPort);
        process.awaitPort(securePort);
        return new ReverseProxy(process, keys, plainPort, securePort);
    }

    /** Returns the folder of the configurations in the guide, from any working directory below the project's. */
    public static Path guide() {
        Path above = Path.of("").toAbsolutePath();
        while (above != null && !Files.isDirectory(above.resolve("docs/guide/proxies"))) {
            above = above.getParent();
        }
        if (above == null) {
            throw new IllegalStateException("expected a folder docs/guide/proxies above this, found none");
        }
        return above.resolve("docs/guide/proxies");
    }

    private static void writePem(KeyStore keys, Path folder) throws IOException, GeneralSecurityException {
        String certificate = pem("CERTIFICATE", keys.getCertificate(ALIAS).getEncoded());
        String key = pem(
                "PRIVATE KEY",
                keys.getKey(ALIAS, NewKeys.PASSWORD.toCharArray()).getEncoded());
        Files.writeString(folder.resolve("certificate.pem"), certificate);
        Files.writeString(folder.resolve("key.pem"), key);
        Files.writeString(folder.resolve("certificate-and-key.pem"), certificate + key);
    }

    private static String pem(String what, byte[] bytes) {
        return "-----BEGIN " + what + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes) + "\n-----END " + what + "-----\n";
    }

    /**
     * Returns the URL of a path.
     *
     * @param secure whether by HTTPS
     */
    public URI url(boolean secure, String path) {
        return URI.create(secure ? "https://localhost:" + securePort + path : "http://localhost:" + plainPort + path);
    }

    /** Returns a trust manager factory that trusts the proxy's certificate. */
    public TrustManagerFactory trust() throws GeneralSecurityException {
        TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(keys);
        return trusted;
    }

    /** Returns a TLS context that trusts the proxy's certificate. */
    public SSLContext trusting() throws GeneralSecurityException {
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(null, trust().getTrustManagers(), null);
        return tls;
    }

    @Override
    public void close() {
        process.close();
    }
}
