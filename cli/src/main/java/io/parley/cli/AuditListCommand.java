package io.parley.cli;

import io.parley.context.ContextStore;
import io.parley.recording.Recording;
import io.parley.recording.Verification;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The {@code audit ls} command: lists recordings. */
@Command(
        name = "ls",
        description = "Lists the recordings of a folder, each with the result of its verification.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:listed",
            "1:there is no recording, or its store cannot be opened",
            "2:the command line is invalid"
        })
final class AuditListCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private RecordingChoice choice = new RecordingChoice();

    @Option(names = "--json", description = "Prints one JSON object per line and nothing else.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        Console console = Console.of(Objects.requireNonNull(spec));
        List<Listed> all = new ArrayList<>();
        try (ContextStore store = choice.store()) {
            for (Recording recording : choice.recordings()) {
                all.add(Listed.of(recording, recording.verify(store, null)));
            }
        }
        if (json) {
            all.forEach(console::json);
        } else {
            console.table(
                    List.of("recording", "segments", "bytes", "records", "result"),
                    all.stream().map(Listed::row).toList());
        }
        return ExitCode.OK;
    }

    /** JSON object of a recording. */
    record Listed(String recording, int segments, long bytes, long records, String result) {
        static Listed of(Recording recording, Verification verification) throws IOException {
            return new Listed(
                    recording.folder().toString(),
                    recording.segments(),
                    recording.bytes(),
                    verification.records(),
                    verification.result().name());
        }

        List<String> row() {
            return List.of(recording, String.valueOf(segments), String.valueOf(bytes), String.valueOf(records), result);
        }
    }
}
