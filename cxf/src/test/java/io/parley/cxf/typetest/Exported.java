package io.parley.cxf.typetest;

import io.parley.Limits;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;
import io.parley.recording.Masking;
import io.parley.recording.RecordedMessage;
import io.parley.recording.Recording;
import io.parley.recording.SoapRebuilder;
import io.parley.recording.Verification;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The output of {@code parley audit export} for the recordings in a folder. The command line is built after this
 * module; unless {@code -Dparley.audit.parley=} names its script, this class is the program, with the same classes of
 * core and the same format.
 */
record Exported(long session, long call, RecordedMessage.Kind kind, String envelope) {
    private static final Pattern HEAD = Pattern.compile("# record \\d+ \\S+ session (\\d+) call (\\d+) \\w+ (\\w+) .*");

    /** A request is recorded when its reader has finished with it, which may be after its response. */
    private static final Comparator<Exported> IN_ORDER = Comparator.comparing(Exported::session)
            .thenComparing(Exported::call)
            .thenComparing(Exported::kind);

    /** Exports folders of recordings to text files, given as alternating arguments; depends on no other test class. */
    public static void main(String[] arguments) throws IOException {
        for (int at = 0; at < arguments.length; at += 2) {
            try (PrintStream out =
                    new PrintStream(Files.newOutputStream(Path.of(arguments[at + 1])), false, StandardCharsets.UTF_8)) {
                export(Path.of(arguments[at]), out);
            }
        }
    }

    private static void export(Path recordings, PrintStream out) throws IOException {
        try (ContextStore store =
                ContextStores.open("sqlite:" + recordings.resolve("contexts.db"), StoreSettings.defaults())) {
            for (Recording recording : Recording.allIn(recordings, Limits.defaults())) {
                if (recording.verify(store, null).result() != Verification.Result.WHOLE) {
                    throw new IOException(recording.folder() + ": expected a whole recording, found another");
                }
                var broken = new SoapRebuilder(recording, store, Masking.nothing()).rebuild(message -> {
                    RecordedMessage what = message.message();
                    out.println("# record " + message.record() + " " + message.time() + " session " + what.session()
                            + " call " + what.call() + " "
                            + what.direction().name().toLowerCase(Locale.ROOT) + " "
                            + what.kind().name().toLowerCase(Locale.ROOT) + " " + what.operation());
                    out.println(message.isRebuilt() ? message.envelope() : "# not rebuilt: " + message.problem());
                });
                broken.ifPresent(finding -> out.println("# " + recording.folder() + " is broken: " + finding));
            }
        }
    }

    /** Reads the envelopes of a printed file, in the order of the messages. */
    static List<Exported> read(Path file) throws IOException {
        List<Exported> found = new ArrayList<>();
        @Nullable Matcher head = null;
        StringBuilder envelope = new StringBuilder();
        for (String line : Files.readString(file).split("\n", -1)) {
            Matcher next = HEAD.matcher(line);
            if (next.matches()) {
                add(head, envelope, found);
                head = next;
            } else {
                envelope.append(envelope.isEmpty() ? "" : "\n").append(line);
            }
        }
        add(head, envelope, found);
        return found.stream().sorted(IN_ORDER).toList();
    }

    private static void add(@Nullable Matcher head, StringBuilder envelope, List<Exported> found) {
        String text = envelope.toString().strip();
        envelope.setLength(0);
        if (head != null && !text.isEmpty()) {
            found.add(new Exported(
                    Long.parseLong(head.group(1)),
                    Long.parseLong(head.group(2)),
                    RecordedMessage.Kind.valueOf(head.group(3).toUpperCase(Locale.ROOT)),
                    text));
        }
    }
}
