package io.parley.cli;

import java.util.List;

/**
 * The report of {@code encode} and {@code decode}.
 *
 * @param converted number of files that were converted
 * @param refused number of files that could not be converted
 */
record Converted(int converted, int refused, List<Entry> files) {

    /**
     * The result of one file.
     *
     * @param form the form that is not XML, empty if it could not be determined
     * @param target path of the output
     * @param bytes length of the output
     * @param error why the file could not be converted, empty if it was
     */
    record Entry(String file, String form, String target, long bytes, String error) {}

    static Converted of(List<Entry> files) {
        int refused = (int) files.stream().filter(file -> !file.error.isEmpty()).count();
        return new Converted(files.size() - refused, refused, List.copyOf(files));
    }
}
