package io.parley.cli;

import io.parley.context.ContextStore;
import io.parley.recording.Finding;
import io.parley.recording.Masking;
import io.parley.recording.RebuiltMessage;
import io.parley.recording.Recording;
import io.parley.recording.SoapRebuilder;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The {@code audit export} command: prints recorded messages as SOAP. */
@Command(
        name = "export",
        description = {
            "Prints each recorded message as the SOAP envelope that it stands for.",
            "Needs the recording and its store; the services need not run."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:every message was exported",
            "1:a message could not be exported, or the recording is broken",
            "2:the command line is invalid"
        })
final class AuditExportCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private RecordingChoice choice = new RecordingChoice();

    @Option(
            names = "--mask",
            paramLabel = "ELEMENT",
            description = {
                "Shows " + Masking.MASK
                        + " in place of the content of these elements: {namespace}name, or a name in any namespace; may be repeated."
            })
    private List<String> masked = List.of();

    @Option(names = "--json", description = "Prints one JSON object per line and nothing else.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        Console console = Console.of(Objects.requireNonNull(spec));
        Exported exported = new Exported(console);
        List<Recording> recordings = choice.recordings();
        try (ContextStore store = choice.store()) {
            if (store == null) {
                throw new IOException(
                        "expected the store of the recordings, found none beside them; name it with --store");
            }
            for (Recording recording : recordings) {
                SoapRebuilder rebuilder = new SoapRebuilder(recording, store, Masking.of(masked));
                exported.end(recording, rebuilder.rebuild(exported::print));
            }
        }
        return exported.isGood ? ExitCode.OK : ExitCode.FAILED;
    }

    /** Prints the messages and tracks whether all of them could be exported. */
    private final class Exported {
        private final Console console;
        private boolean isGood = true;

        Exported(Console console) {
            this.console = console;
        }

        void print(RebuiltMessage message) {
            isGood &= message.isRebuilt();
            Line line = Line.of(message);
            if (json) {
                console.json(line);
                return;
            }
            console.line("# record " + line.record() + " " + line.time() + " session " + line.session() + " call "
                    + line.call() + " " + line.direction() + " " + line.kind() + " " + line.operation()
                    + (line.redelivered() ? " redelivered" : ""));
            if (!line.problem().isEmpty()) {
                console.line("# not rebuilt: " + line.problem());
            } else if (!line.envelope().isEmpty()) {
                console.line(line.envelope());
            }
        }

        void end(Recording recording, Optional<Finding> finding) {
            isGood &= finding.isEmpty();
            finding.ifPresent(found -> {
                if (json) {
                    console.json(found);
                } else {
                    console.line("# " + recording.folder() + " is broken: " + found);
                }
            });
        }
    }

    /** JSON object of a message. */
    record Line(
            long record,
            String time,
            long session,
            String agreement,
            String endpoint,
            String role,
            long call,
            String direction,
            String kind,
            String operation,
            boolean redelivered,
            String envelope,
            String problem) {
        static Line of(RebuiltMessage message) {
            return new Line(
                    message.record(),
                    message.time().toString(),
                    message.message().session(),
                    message.session().agreement(),
                    message.session().endpoint(),
                    message.session().role(),
                    message.message().call(),
                    word(message.message().direction()),
                    word(message.message().kind()),
                    message.message().operation(),
                    message.message().redelivered(),
                    message.envelope(),
                    message.problem());
        }

        private static String word(Enum<?> value) {
            return value.name().toLowerCase(Locale.ROOT);
        }
    }
}
