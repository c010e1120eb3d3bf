package io.parley.recording;

/** Signals the first error found in a recording. */
final class BrokenRecordingException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Finding finding;

    BrokenRecordingException(Finding finding) {
        super(finding.toString());
        this.finding = finding;
    }

    Finding finding() {
        return finding;
    }
}
