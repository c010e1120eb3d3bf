package io.parley.cli;

import io.parley.Limits;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;
import io.parley.recording.Recording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which recordings a command is about, and the store that they belong to. */
final class RecordingChoice {
    /** Where a recorder keeps its store unless it was given another. */
    private static final String STORE = "contexts.db";

    @Parameters(paramLabel = "FOLDER", description = "A recording, or a folder of recordings.")
    private Path folder = Path.of("");

    @Option(
            names = "--store",
            paramLabel = "ADDRESS",
            description = {
                "The context store with schemas and checkpoints, as in sqlite:/var/lib/parley/contexts.db.",
                "By default " + STORE + " in the folder of the recordings, if there is one."
            })
    private String address = "";

    /** The recordings, oldest first. */
    List<Recording> recordings() throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new IOException(folder + ": expected a folder of recordings, found none");
        }
        List<Recording> inside = Recording.allIn(folder, Limits.defaults());
        return inside.isEmpty() ? List.of(Recording.open(folder, Limits.defaults())) : inside;
    }

    /** The store; null if none was named and there is none in the usual place. */
    @Nullable
    ContextStore store() {
        if (!address.isEmpty()) {
            return open(address);
        }
        Path absolute = folder.toAbsolutePath().normalize();
        Path above = absolute.getParent();
        for (Path place : above == null ? List.of(absolute) : List.of(absolute, above)) {
            Path file = place.resolve(STORE);
            if (Files.isRegularFile(file)) {
                return open("sqlite:" + file);
            }
        }
        return null;
    }

    private static ContextStore open(String address) {
        return ContextStores.open(address, StoreSettings.defaults());
    }
}
