package io.parley.cli;

import java.util.List;

/**
 * What {@code encode} and {@code decode} report.
 *
 * @param converted how many files there are in the other form now
 * @param refused how many are not
 */
record Converted(int converted, int refused, List<Entry> files) {

    /**
     * One file.
     *
     * @param form the form that is not XML, empty if it could not be told
     * @param target where it went
     * @param bytes length of what was written
     * @param error why it was refused, empty if it was not
     */
    record Entry(String file, String form, String target, long bytes, String error) {}

    static Converted of(List<Entry> files) {
        int refused = (int) files.stream().filter(file -> !file.error.isEmpty()).count();
        return new Converted(files.size() - refused, refused, List.copyOf(files));
    }
}
