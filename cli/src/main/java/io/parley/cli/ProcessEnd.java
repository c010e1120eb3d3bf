package io.parley.cli;

import io.parley.SharedThreads;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * End of the process. At its exit a JVM waits for 0.3 seconds if any thread is in native code, and a thread that waits
 * for sockets is. So those that have no work any more are ended first.
 */
final class ProcessEnd {
    /** Longest wait for threads to end, less than that of the JVM. */
    private static final long WITHIN = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long PAUSE = TimeUnit.MICROSECONDS.toNanos(500);

    private ProcessEnd() {}

    /** Ends idle threads and the process. Does not return. */
    static void exit(int code) {
        endThreads();
        System.exit(code);
    }

    /** Ends idle daemons that wait for sockets; other daemons continue. */
    static void endThreads() {
        SharedThreads.endProcess();
        long begun = System.nanoTime();
        Set<Thread> busy = busyDaemons();
        while (!busy.isEmpty() && System.nanoTime() - begun < WITHIN) {
            busy.stream().filter(ProcessEnd::waitsForSockets).forEach(Thread::interrupt);
            LockSupport.parkNanos(PAUSE);
            busy = busyDaemons();
        }
    }

    /** Returns the daemons that run, or wait in native code. */
    static Set<Thread> busyDaemons() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        Thread[] all = new Thread[2 * group.activeCount() + 1];
        int count = group.enumerate(all);
        return Arrays.stream(all, 0, count)
                .filter(each -> each.isDaemon() && each != Thread.currentThread())
                .filter(each -> each.getState() == Thread.State.RUNNABLE)
                .collect(Collectors.toSet());
    }

    /** Returns whether a thread waits at a selector, as that of the JDK's HTTP client does, which has no other end. */
    private static boolean waitsForSockets(Thread thread) {
        StackTraceElement[] stack = thread.getStackTrace();
        return stack.length > 0
                && stack[0].isNativeMethod()
                && stack[0].getClassName().startsWith("sun.nio.ch.");
    }
}
