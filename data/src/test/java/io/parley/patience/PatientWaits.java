package io.parley.patience;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Sets the default timeout of {@code await()} to a minute, and lets it poll at once, then at doubling intervals. An
 * expected event mostly comes within milliseconds, so a passing test is not slower. Awaitility's default timeout of ten
 * seconds can be too short on a busy machine, and its first poll after a tenth of a second is later than necessary for
 * most events.
 */
public final class PatientWaits implements LauncherSessionListener {
    static final Duration PATIENCE = Duration.ofMinutes(1);
    static final Duration LONGEST_PAUSE = Duration.ofMillis(100);
    private static final int DOUBLINGS = 7;

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        Awaitility.setDefaultTimeout(PATIENCE);
        Awaitility.setDefaultPollDelay(Duration.ZERO);
        Awaitility.setDefaultPollInterval((looks, before) -> pause(looks));
    }

    /** Returns the pause after that number of polls: a millisecond, two, four, up to the longest. */
    static Duration pause(int looks) {
        Duration doubled = Duration.ofMillis(1L << Math.min(looks, DOUBLINGS));
        return doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
    }
}
