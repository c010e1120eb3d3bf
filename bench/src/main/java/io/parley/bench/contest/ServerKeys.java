package io.parley.bench.contest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;

/**
 * A key and certificate for a server on this machine, created by the JDK's keytool.
 *
 * @param folder the folder of the files for programs that need PEM: {@code certificate.pem} and {@code key.pem}
 */
record ServerKeys(KeyStore store, Path folder) {
    private static final String ALIAS = "service";
    private static final char[] PASSWORD = "changeit".toCharArray();
    private static final int LINE = 64;

    /** Creates a key and certificate in a folder. */
    static ServerKeys in(Path folder) throws IOException {
        Path file = folder.resolve("keys.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        ALIAS,
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=dns:localhost,ip:127.0.0.1",
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        new String(PASSWORD))
                .redirectErrorStream(true)
                .start();
        try {
            String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (keytool.waitFor() != 0) {
                throw new IOException("keytool made no key: " + said.strip());
            }
            KeyStore store = KeyStore.getInstance(file.toFile(), PASSWORD);
            pem(
                    folder.resolve("certificate.pem"),
                    "CERTIFICATE",
                    store.getCertificate(ALIAS).getEncoded());
            pem(
                    folder.resolve("key.pem"),
                    "PRIVATE KEY",
                    store.getKey(ALIAS, PASSWORD).getEncoded());
            return new ServerKeys(store, folder);
        } catch (GeneralSecurityException e) {
            throw new IOException("the key that keytool made cannot be read", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while a key was made", e);
        } finally {
            keytool.destroyForcibly();
        }
    }

    private static void pem(Path file, String what, byte[] bytes) throws IOException {
        String text = Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(bytes);
        Files.writeString(file, "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n");
    }

    /** Returns the key managers of a server. */
    KeyManager[] managers() throws IOException {
        try {
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, PASSWORD);
            return keys.getKeyManagers();
        } catch (GeneralSecurityException e) {
            throw new IOException("the key that keytool made cannot be used", e);
        }
    }
}
