package io.parley.recording;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Names and listings of the files of recordings. */
final class Segments {
    static final String SUFFIX = ".parleyrec";
    static final String CHECKPOINT = "checkpoint";

    private static final Pattern NAME = Pattern.compile("[0-9]{6,9}" + Pattern.quote(SUFFIX));

    private Segments() {}

    /** Returns the segments in a folder, in order. */
    static List<Path> in(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(
                            file -> NAME.matcher(file.getFileName().toString()).matches())
                    .sorted(Comparator.comparingInt(Segments::number))
                    .toList();
        }
    }

    /** Returns the folders of recordings in a folder, by name. */
    static List<Path> recordingsIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> folders = files.filter(Files::isDirectory).sorted().toList();
            List<Path> recordings = new ArrayList<>();
            for (Path candidate : folders) {
                if (!in(candidate).isEmpty()) {
                    recordings.add(candidate);
                }
            }
            return recordings;
        }
    }

    static int number(Path segment) {
        String name = segment.getFileName().toString();
        return Integer.parseInt(name.substring(0, name.length() - SUFFIX.length()));
    }
}
