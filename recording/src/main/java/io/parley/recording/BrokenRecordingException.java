package io.parley.recording;

/** Reading came to what is not as it should be. */
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
