package io.parley;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.stream.Stream;

/**
 * Rules about starting tasks. A task that a constructor starts may run on another thread before the constructor
 * returns, and then finds an object with missing fields; a repeated task that throws is silently dropped by its
 * scheduler.
 */
final class StartRules {
    private static final Set<String> STARTS =
            Set.of("schedule", "scheduleWithFixedDelay", "scheduleAtFixedRate", "execute", "submit");
    private static final Set<String> REPEATS = Set.of("scheduleWithFixedDelay", "scheduleAtFixedRate");

    private final Rooms rooms;

    StartRules(Rooms rooms) {
        this.rooms = rooms;
    }

    /** Returns the calls by which a class repeats a task without regard to its exceptions. */
    static Stream<String> repeated(JavaClass type) {
        return type.getMethodCallsFromSelf().stream()
                .filter(call -> REPEATS.contains(call.getName()))
                .map(JavaCodeUnitAccess::getDescription);
    }

    /** Returns the calls by which constructors of a class start a task. */
    Stream<String> started(JavaClass type) {
        return type.getConstructors().stream().flatMap(constructor -> start(constructor).stream());
    }

    /** Returns the calls by which a constructor starts a task, directly or through methods of this project. */
    private Set<String> start(JavaCodeUnit constructor) {
        Set<String> found = new HashSet<>();
        Set<JavaCodeUnit> seen = new HashSet<>();
        Deque<JavaCodeUnit> open = new ArrayDeque<>(Set.of(constructor));
        while (!open.isEmpty()) {
            JavaCodeUnit next = open.pop();
            if (!seen.add(next)) {
                continue;
            }
            for (JavaCodeUnitAccess<?> call : next.getCallsFromSelf()) {
                if (call.isDeclaredInLambda()) {
                    continue;
                }
                if (starts(call)) {
                    found.add(constructor.getFullName() + " starts a task: " + call.getDescription());
                }
                // A static method that starts a task of an object has created that object.
                call.getTarget()
                        .resolveMember()
                        .filter(JavaCodeUnit.class::isInstance)
                        .map(JavaCodeUnit.class::cast)
                        .filter(callee -> !callee.getModifiers().contains(JavaModifier.STATIC))
                        .filter(callee -> rooms.holds(callee.getOwner().getPackageName()))
                        .ifPresent(open::push);
            }
        }
        return found;
    }

    private boolean starts(JavaCodeUnitAccess<?> call) {
        String name = call.getTarget().getName();
        String owner = call.getTargetOwner().getName();
        if (owner.startsWith("java.")) {
            Class<?> type = call.getTargetOwner().reflect();
            return (name.equals("start") && Thread.class.isAssignableFrom(type))
                    || (STARTS.contains(name) && Executor.class.isAssignableFrom(type));
        }
        return owner.equals(rooms.root() + ".Delays")
                || (owner.equals(rooms.root() + ".DaemonThreads") && name.equals("start"))
                || (owner.equals(rooms.root() + ".runtime.Timers") && name.equals("schedule"));
    }
}
