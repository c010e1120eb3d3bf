package io.parley.cxf;

import io.parley.testkit.NewKeys;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** Keys and certificates for tests, made by the JDK's own tool. */
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

    /** Returns the password of all key stores made here. */
    public static String password() {
        return new String(SECRET);
    }

    /** Makes a new key and certificate for {@code CN=name} at localhost, in a file of that directory. */
    public static KeyStore make(Path directory, String name) throws Exception {
        return read(NewKeys.in(directory, name));
    }

    /** Reads a key store from a file made here. */
    public static KeyStore read(Path file) throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream bytes = Files.newInputStream(file)) {
            keys.load(bytes, SECRET);
        }
        return keys;
    }

    /** Makes a new key with these options of the JDK's tool; returns the properties by which WSS4J finds it. */
    static Properties forWss4j(Path directory, String file, String alias, String... options) throws IOException {
        Path store = directory.resolve(file);
        NewKeys.write(store, alias, options);
        Properties properties = new Properties();
        String prefix = "org.apache.wss4j.crypto.merlin.keystore.";
        properties.setProperty(prefix + "file", store.toString());
        properties.setProperty(prefix + "type", "PKCS12");
        properties.setProperty(prefix + "password", NewKeys.PASSWORD);
        properties.setProperty(prefix + "alias", alias);
        return properties;
    }

    /** Makes a new key and certificate in that file, with additional options of the JDK's tool. */
    public static void write(Path file, String name, String... options) throws Exception {
        List<String> all = new ArrayList<>(List.of("-keyalg", "EC", "-ext", "san=dns:localhost"));
        all.addAll(List.of(options));
        NewKeys.write(file, name, all.toArray(String[]::new));
    }
}
