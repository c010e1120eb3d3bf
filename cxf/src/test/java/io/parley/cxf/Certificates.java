package io.parley.cxf;

import io.parley.testkit.NewKeys;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** Keys and certificates of tests, made by the JDK's own tool. */
public final class Certificates {
    private static final char[] SECRET = NewKeys.PASSWORD.toCharArray();

    private Certificates() {}

    public static KeyManager[] own(KeyStore keys) throws Exception {
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(keys, SECRET);
        return factory.getKeyManagers();
    }

    public static TrustManager[] trusting(KeyStore keys) throws Exception {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(keys);
        return factory.getTrustManagers();
    }

    /** The password of all that are made. */
    public static String password() {
        return new String(SECRET);
    }

    /** A new key and certificate for {@code CN=name} at localhost, in a file of that directory. */
    public static KeyStore make(Path directory, String name) throws Exception {
        Path file = NewKeys.in(directory, name);
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream bytes = Files.newInputStream(file)) {
            keys.load(bytes, SECRET);
        }
        return keys;
    }

    /** The same, in that file, by these options of the JDK's tool besides. */
    public static void write(Path file, String name, String... options) throws Exception {
        List<String> all = new ArrayList<>(List.of("-keyalg", "EC", "-ext", "san=dns:localhost"));
        all.addAll(List.of(options));
        NewKeys.write(file, name, all.toArray(String[]::new));
    }
}
