package io.parley.cli;

import java.io.Console;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** A progress bar on standard error in a terminal, otherwise nothing. Used by one thread. */
final class Progress implements AutoCloseable {
    private static final int UPDATE_MILLIS = 100;

    private final boolean isShown;
    private @Nullable ProgressBar bar;

    private Progress(boolean isShown) {
        this.isShown = isShown;
    }

    /** Returns a progress bar, which is only shown if standard input and output are a terminal. */
    static Progress onTerminal() {
        return new Progress(isTerminal(System.console()));
    }

    void begin(String what, int steps) {
        close();
        if (isShown) {
            bar = new ProgressBarBuilder()
                    .setTaskName(what)
                    .setInitialMax(steps)
                    .setUpdateIntervalMillis(UPDATE_MILLIS)
                    .setStyle(ProgressBarStyle.ASCII)
                    .clearDisplayOnFinish()
                    .build();
        }
    }

    void step() {
        if (bar != null) {
            bar.step();
        }
    }

    /** Removes the bar. */
    @Override
    public void close() {
        if (bar != null) {
            bar.close();
            bar = null;
        }
    }

    /** Returns whether a console is a terminal: from Java 22 on there is a console without one, and it can be asked. */
    private static boolean isTerminal(@Nullable Console console) {
        if (console == null) {
            return false;
        }
        try {
            return (Boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException e) {
            return true;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }
}
