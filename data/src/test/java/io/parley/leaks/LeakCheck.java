package io.parley.leaks;

import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test class after which a buffer is found that was dropped without being released.
 *
 * <p>JUnit finds it by {@code META-INF/services}, so tests need not register it. A buffer that a background thread
 * drops late is found after a later class, or when the engine closes; the report names the place of its allocation.
 */
public final class LeakCheck implements BeforeAllCallback, AfterAllCallback {

    private static final ExtensionContext.Namespace OURS = ExtensionContext.Namespace.create(LeakCheck.class);

    @Override
    public void beforeAll(ExtensionContext context) {
        AutoCloseable last = () -> failIfAnythingLeaked("the last test class");
        context.getRoot().getStore(OURS).getOrComputeIfAbsent(LeakCheck.class, key -> last);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        var testClass = context.getRequiredTestClass();
        if (!testClass.isAnnotationPresent(Nested.class)) {
            failIfAnythingLeaked(testClass.getName());
        }
    }

    private static void failIfAnythingLeaked(String after) {
        if (!LeakWatch.watchesSomething()) {
            return;
        }
        List<String> leaks = LeakWatch.leaks();
        if (!leaks.isEmpty()) {
            throw new AssertionError("Expected every buffer to be released, found " + leaks.size() + " leaked after "
                    + after + ":\n" + String.join("\n", leaks));
        }
    }
}
