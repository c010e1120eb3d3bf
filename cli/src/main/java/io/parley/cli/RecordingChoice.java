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

/** Selects the recordings of a command, and the store that they belong to. */
final class RecordingChoice {
    /** Name of a recorder's store by default. */
    private static final String STORE = "contexts.db";

    @Parameters(paramLabel = "FOLDER", description = "A recording, or a folder of recordings.")
    private Path folder = Path.of("");

    @Option(
            names = "--store",
            paramLabel = "ADDRESS",
            description = {
                "Context store with schemas and checkpoints, such as sqlite:/var/lib/parley/contexts.db.",
                "Default: " + STORE + " in the folder of the recordings, if it exists."
            })
    private String address = "";

    /** Returns the recordings, oldest first. */
    List<Recording> recordings() throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new IOException(folder + ": expected a folder of recordings, found none");
        }
        List<Recording> inside = Recording.allIn(folder, Limits.defaults());
        return inside.isEmpty() ? List.of(Recording.open(folder, Limits.defaults())) : inside;
    }

    /** Returns the store; null if none is named and there is none in the default place. */
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
