package io.parley.testkit.context;

import io.parley.context.ContextStores;
import io.parley.testkit.Folders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * A folder of its own.
 *
 * @param folder empty at first, and removed at the end with all that is in it
 * @param address of the store in it, as {@link ContextStores#open} takes it
 */
public record FolderPlace(Path folder, String address) implements DurablePlace {

    /**
     * Makes the folder.
     *
     * @param address of a store in a folder
     * @throws UncheckedIOException if there is no room for a temporary folder
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
