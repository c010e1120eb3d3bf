package io.parley.patience;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Lets {@code await()} wait for a minute where a test does not say how long, and look at once, then ever less often. What
 * comes at all comes in a moment, so a test that passes is no slower; Awaitility's own ten seconds are less than a busy
 * machine may leave a thread waiting, and it first looks after a tenth of a second, which most of what is waited for does
 * not take.
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

    /** Behind so many looks: a millisecond, two, four. */
    static Duration pause(int looks) {
        Duration doubled = Duration.ofMillis(1L << Math.min(looks, DOUBLINGS));
        return doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
    }
}
