package io.parley.runtime;

/**
 * Work for a {@link ParleyRuntime#lane lane} that waits for a thread no longer than {@code parley.limits.queue-millis}: then, or if the
 * runtime is closed before, it is refused. Other work waits for as long as it takes.
 */
public final class PatientWork implements WorkerPool.Refusable {
    private final Runnable work;
    private final Runnable refused;

    /** @param refused runs in place of the work; must not block */
    public PatientWork(Runnable work, Runnable refused) {
        this.work = work;
        this.refused = refused;
    }

    @Override
    public void run() {
        work.run();
    }

    @Override
    public void onRefused() {
        refused.run();
    }
}
