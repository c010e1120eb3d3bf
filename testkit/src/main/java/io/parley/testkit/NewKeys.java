package io.parley.testkit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Creates keys with self-signed certificates in PKCS12 files, by the JDK's {@code keytool}. Thread-safe. */
public final class NewKeys {
    /** The password of all created files and of their keys. */
    public static final String PASSWORD = Planted.MARK + "-keys";

    /**
     * The command line of {@code keytool}. The keys protect nothing, so the password is stretched by a hundred
     * iterations, not ten thousand.
     */
    private static final List<String> TOOL = List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-J-XX:TieredStopAtLevel=1",
            "-J-Dkeystore.pkcs12.keyPbeIterationCount=100",
            "-J-Dkeystore.pkcs12.certPbeIterationCount=100",
            "-J-Dkeystore.pkcs12.macIterationCount=100");

    private NewKeys() {}

    /**
     * Creates an elliptic curve key for {@code CN=name} and the host {@code localhost}.
     *
     * @param folder in which the file {@code name.p12} is created
     * @return the file
     */
    public static Path in(Path folder, String name) throws IOException {
        Path file = folder.resolve(name + ".p12");
        write(file, name, "-keyalg", "EC", "-ext", "san=dns:localhost");
        return file;
    }

    /**
     * Creates a key in {@code file}.
     *
     * @param alias of the key; its certificate is for {@code CN=alias}
     * @param options of keytool, at least {@code -keyalg}
     */
    public static void write(Path file, String alias, String... options) throws IOException {
        List<String> command = new ArrayList<>(TOOL);
        command.addAll(List.of(
                "-genkeypair",
                "-alias",
                alias,
                "-dname",
                "CN=" + alias,
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                file.toString()));
        command.addAll(List.of(options));
        Process made = new ProcessBuilder(command).inheritIO().start();
        try {
            if (!made.waitFor(1, TimeUnit.MINUTES) || made.exitValue() != 0) {
                throw new IOException("keytool made no key store " + file);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while keytool made " + file, e);
        } finally {
            made.destroyForcibly();
        }
    }
}
