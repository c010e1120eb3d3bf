package io.parley.testkit.context;

import io.parley.context.ContextStores;
import io.parley.testkit.Folders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * A temporary folder with a store.
 *
 * @param folder empty at first; deleted with its content by {@link #close}
 * @param address of the store in it, for {@link ContextStores#open}
 */
public record FolderPlace(Path folder, String address) implements DurablePlace {

    /**
     * Creates the folder.
     *
     * @param address returns the address of a store in a folder
     * @throws UncheckedIOException if no temporary folder can be created
     */
    public static FolderPlace create(Function<Path, String> address) {
        try {
            Path folder = Files.createTempDirectory("parley-store");
            return new FolderPlace(folder, address.apply(folder));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        Folders.delete(folder);
    }
}
