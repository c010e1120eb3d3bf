package io.parley;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DaemonThreadsTest {
    private final InheritableThreadLocal<String> user = new InheritableThreadLocal<>();
    private final ClassLoader before = Thread.currentThread().getContextClassLoader();

    /** The properties of its thread that a task sees. */
    private record Seen(String user, ClassLoader loader, String name, boolean daemon) {}

    @AfterEach
    void restore() {
        Thread.currentThread().setContextClassLoader(before);
    }

    @Test
    void threadsOfPoolsHaveNothingOfWhoStartsThem() throws Exception {
        Seen seen = by(task -> DaemonThreads.numbered("pool-").newThread(task).start());

        assertThat(seen).isEqualTo(new Seen("null", DaemonThreads.class.getClassLoader(), "pool-1", true));
        assertThat(by(task -> DaemonThreads.named("only").newThread(task).start()))
                .isEqualTo(new Seen("null", DaemonThreads.class.getClassLoader(), "only", true));
    }

    @Test
    void aThreadForOneTaskHasTheClassLoaderOfWhoStartsIt() throws Exception {
        assertThat(by(task -> DaemonThreads.start("one", task)))
                .isEqualTo(new Seen("null", Thread.currentThread().getContextClassLoader(), "one", true));
    }

    private Seen by(Consumer<Runnable> start) throws Exception {
        user.set("somebody");
        Thread.currentThread().setContextClassLoader(new URLClassLoader(new URL[0], before));
        CompletableFuture<Seen> seen = new CompletableFuture<>();
        start.accept(() -> {
            Thread own = Thread.currentThread();
            seen.complete(
                    new Seen(String.valueOf(user.get()), own.getContextClassLoader(), own.getName(), own.isDaemon()));
        });
        return seen.get(60, TimeUnit.SECONDS);
    }
}
