package io.parley.testkit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A new key with a certificate that it signed itself, in a PKCS12 file, made by the JDK's own tool. Thread-safe. */
public final class NewKeys {
    /** The password of all files that are made, and of their keys. */
    public static final String PASSWORD = Planted.MARK + "-keys";

    /** It lives for a moment, and what it makes protects nothing: the password is stretched a hundred times, not ten thousand. */
    private static final List<String> TOOL = List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-J-XX:TieredStopAtLevel=1",
            "-J-Dkeystore.pkcs12.keyPbeIterationCount=100",
            "-J-Dkeystore.pkcs12.certPbeIterationCount=100",
            "-J-Dkeystore.pkcs12.macIterationCount=100");

    private NewKeys() {}

    /**
     * A key for elliptic curves, for {@code CN=name} at the host {@code localhost}.
     *
     * @param folder where the file is made, called like the name
     */
    public static Path in(Path folder, String name) throws IOException {
        Path file = folder.resolve(name + ".p12");
        write(file, name, "-keyalg", "EC", "-ext", "san=dns:localhost");
        return file;
    }

    /**
     * A key in that file.
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
