package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** Keys and certificates of tests, made by the JDK's own tool. */
public final class Certificates {
    private static final char[] SECRET = "changeit".toCharArray();

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
        Path file = directory.resolve(name + ".p12");
        write(file, name);
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream bytes = Files.newInputStream(file)) {
            keys.load(bytes, SECRET);
        }
        return keys;
    }

    /** The same, in that file, by these options of the JDK's tool besides. */
    public static void write(Path file, String name, String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-alias",
                name,
                "-dname",
                "CN=" + name,
                "-ext",
                "san=dns:localhost",
                "-storetype",
                "PKCS12",
                "-storepass",
                new String(SECRET),
                "-keystore",
                file.toString()));
        command.addAll(List.of(options));
        Process made = new ProcessBuilder(command).inheritIO().start();
        assertThat(made.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(made.exitValue()).isZero();
    }
}
