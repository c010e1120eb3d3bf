package io.parley.channel;

import io.parley.Causes;
import java.io.File;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A key store file of any type that the JDK supports, which may be replaced while the process runs. The file is read
 * only by {@link #read} and {@link #readIfChanged}; there is no background watch. Thread-safe.
 */
public final class KeyStoreFile {
    private final Path file;
    private final char[] password;
    private @Nullable State seen;

    /** Attributes of the file that change with its content and are cheaper to read. */
    private record State(FileTime modified, long length, String key) {}

    private KeyStoreFile(Path file, char[] password) {
        this.file = file;
        this.password = password;
    }

    /**
     * Creates a handle on a key store file. The file need not exist yet.
     *
     * @param password of the store and of its key
     */
    public static KeyStoreFile of(Path file, String password) {
        return new KeyStoreFile(file, password.toCharArray());
    }

    /** Returns the file's path. */
    public Path path() {
        return file;
    }

    /**
     * Reads the private key and its certificate chain; of several keys, the first by alias.
     *
     * @throws IOException if the file cannot be read, or has no private key; the message names the file
     */
    public synchronized Protection.Certified read() throws IOException {
        Protection.Certified certified;
        State before;
        try {
            before = state();
            certified = certified(KeyStore.getInstance(new File(file.toString()), password));
        } catch (NoSuchFileException e) {
            throw unusable("expected a file, found none", e);
        } catch (AccessDeniedException e) {
            throw unusable("expected permission to read it, found none", e);
        } catch (IOException e) {
            throw unusable(Causes.text(e), e);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw unusable(String.valueOf(e.getMessage()), e);
        }
        seen = before;
        return certified;
    }

    private IOException unusable(String why, Exception cause) {
        return new IOException("cannot use the key store " + file + ": " + why, cause);
    }

    /**
     * Reads the key if the file has changed since it was last read.
     *
     * @return empty if the file has not changed
     * @throws IOException if the file has changed and cannot be used, for instance because it is still being written
     */
    public synchronized Optional<Protection.Certified> readIfChanged() throws IOException {
        return isUnchanged() ? Optional.empty() : Optional.of(read());
    }

    private boolean isUnchanged() {
        try {
            return state().equals(seen);
        } catch (IOException e) {
            return false; // reading fails with a better message
        }
    }

    private State state() throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        return new State(attributes.lastModifiedTime(), attributes.size(), Objects.toString(attributes.fileKey()));
    }

    private Protection.Certified certified(KeyStore store) throws GeneralSecurityException, IOException {
        List<String> aliases = new ArrayList<>(Collections.list(store.aliases()));
        Collections.sort(aliases);
        for (String alias : aliases) {
            if (store.isKeyEntry(alias) && store.getKey(alias, password) instanceof PrivateKey key) {
                return new Protection.Certified(key, chain(store, alias));
            }
        }
        throw new IOException("expected a private key, found " + aliases.size() + " entries of other kinds");
    }

    private List<X509Certificate> chain(KeyStore store, String alias) throws GeneralSecurityException, IOException {
        List<X509Certificate> chain = new ArrayList<>();
        for (Certificate each : store.getCertificateChain(alias)) {
            if (!(each instanceof X509Certificate certificate)) {
                throw new IOException("expected X.509 certificates, found " + each.getType());
            }
            chain.add(certificate);
        }
        return chain;
    }
}
