package io.parley.runtime;

/**
 * A task for a {@link ParleyRuntime#lane lane} that waits for a thread for at most {@code parley.limits.queue-millis};
 * after that, or if the runtime is closed before, it is refused. Other tasks wait without a limit.
 */
public final class PatientWork implements WorkerPool.Refusable {
    private final Runnable work;
    private final Runnable refused;

    /**
     * Creates a task.
     *
     * @param refused run instead of the work if it is refused; must not block
     */
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
