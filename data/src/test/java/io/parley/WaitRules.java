package io.parley;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;

/**
 * The rule that every wait ends: a wait without a timeout of its own is listed here with the event that ends it. The
 * table of waits in docs/threat-model.md contains all of them.
 */
final class WaitRules {

    /** Methods of a type that may block forever, by name; without parameters unless the flag is set. */
    private record Wait(Class<?> type, Set<String> names, boolean whateverParameters) {
        Wait(Class<?> type, String... names) {
            this(type, Set.of(names), false);
        }

        boolean is(JavaMethodCall call) {
            return names.contains(call.getName())
                    && (whateverParameters
                            || call.getTarget().getRawParameterTypes().isEmpty())
                    && (type == Object.class
                            || type.isAssignableFrom(call.getTargetOwner().reflect()));
        }
    }

    private static final List<Wait> ENDLESS = List.of(
            new Wait(Object.class, "wait"),
            new Wait(Thread.class, "join"),
            new Wait(Process.class, "waitFor"),
            new Wait(Future.class, "get"),
            new Wait(CompletableFuture.class, "join"),
            new Wait(CountDownLatch.class, "await"),
            new Wait(CyclicBarrier.class, "await"),
            new Wait(Condition.class, "await", "awaitUninterruptibly"),
            new Wait(Semaphore.class, Set.of("acquire", "acquireUninterruptibly"), true),
            new Wait(BlockingQueue.class, "take", "put"),
            new Wait(ExecutorService.class, "close"),
            new Wait(LockSupport.class, Set.of("park"), true),
            new Wait(ForkJoinPool.class, Set.of("managedBlock"), true),
            new Wait(
                    io.netty.util.concurrent.Future.class,
                    "sync",
                    "syncUninterruptibly",
                    "await",
                    "awaitUninterruptibly"),
            new Wait(java.net.http.HttpClient.class, Set.of("send"), true),
            new Wait(java.net.URL.class, Set.of("openStream", "openConnection", "getContent"), true),
            new Wait(java.net.Socket.class, "getInputStream"),
            new Wait(jakarta.jms.MessageConsumer.class, "receive"));

    /** Rooms that no peer waits for: tests, benchmarks, and programs that attack. */
    private static final Set<String> APART =
            Set.of("testkit", "conformance", "bench", "examples.campaign", "examples.soak");

    /** The event that ends each wait without a timeout of its own, by class and method below the root package. */
    static final Map<String, String> ENDED_BY_OTHERS = new TreeMap<>(Map.ofEntries(
            Map.entry("runtime.PendingCall.block", "the call's deadline, a timer of the session"),
            Map.entry("runtime.PendingCall.sleep", "the same: it waits in block"),
            Map.entry("runtime.PendingCall.awaitRenewed", "the same"),
            Map.entry(
                    "runtime.ArrivingContent.await",
                    "the call's deadline for an answer, a ProgressWatchdog for a request"),
            Map.entry("runtime.SideStreams.await", "the IdleWatch of the side stream"),
            Map.entry("runtime.RoomWait.write", "a ProgressWatchdog"),
            Map.entry("runtime.RoomWait.lend", "a ProgressWatchdog"),
            Map.entry("cxf.endpoint.LazyModel.derived", "the thread that binds, which waits for nobody"),
            Map.entry("cxf.endpoint.LazyModel.ifDerived", "nobody: it is done by then"),
            Map.entry("context.ContextStore.join", "orTimeout, in the same expression"),
            Map.entry("store.WaitingJobs.run", "orTimeout, in the same expression"),
            Map.entry("store.WaitingJobs.next", "close: the writer's own thread, which waits for work"),
            Map.entry("transport.quic.QuicChannelProvider.listen", "the start of a thread of this process"),
            Map.entry("transport.quic.QuicSocket.open", "bind(2), which waits for nobody"),
            Map.entry("transport.quic.QuicSocket.close", "a task on a live event loop"),
            Map.entry("transport.stream.StreamConnectionFactory.await", "the start of a thread of this process"),
            Map.entry("transport.stream.StreamConnectionFactory.listen", "bind(2), which waits for nobody"),
            Map.entry("cli.RawExchange.of", "the socket has a timeout, and reading a time for all of it"),
            Map.entry("transport.stream.SocketTransport.best", "a trial on this machine, which has a time"),
            Map.entry("transport.stream.LoopThreads.newThread", "a thread of this process, which makes one object"),
            Map.entry("transport.stream.StreamListener.close", "close(2) on a live event loop"),
            Map.entry("transport.stream.endpoint.StreamClient.joined", "the limits to connect and to open"),
            Map.entry("transport.stream.endpoint.StreamEndpoint.awaitClose", "the application, which asked to wait"),
            Map.entry("transport.http.HttpServer.start", "bind(2), which waits for nobody"),
            Map.entry("transport.http.HttpServer.close", "close(2) on a live event loop"),
            Map.entry("transport.http.endpoint.HttpEndpoint.awaitClose", "the application, which asked to wait"),
            Map.entry("transport.jms.endpoint.JmsEndpoint.awaitClose", "the application, which asked to wait"),
            Map.entry("cli.UntilStopped.keep", "the signal that ends the program"),
            Map.entry("cli.ServeCommand.streams", "the endpoint's preparation, which waits for nobody")));

    private final String root;

    WaitRules(String root) {
        this.root = root;
    }

    ArchRule everyWaitHasAnEnd() {
        return classes().should(new ArchCondition<>("wait with a time, or be named with who ends the wait") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                if (isApart(type)) {
                    return;
                }
                endless(type)
                        .filter(call -> !ENDED_BY_OTHERS.containsKey(place(call)))
                        .forEach(call -> events.add(SimpleConditionEvent.violated(type, call.getDescription())));
            }
        });
    }

    /** Returns the calls of a class that have no timeout of their own. */
    java.util.stream.Stream<JavaMethodCall> endless(JavaClass type) {
        return type.getMethodCallsFromSelf().stream()
                .filter(call -> ENDLESS.stream().anyMatch(wait -> wait.is(call)));
    }

    private boolean isApart(JavaClass type) {
        return APART.stream().anyMatch(room -> (type.getPackageName() + ".").startsWith(root + "." + room + "."));
    }

    /** Returns the method that contains a call, in the notation of the list; for a lambda, the enclosing method. */
    String place(JavaMethodCall call) {
        String method = call.getOrigin().getName().replaceFirst("lambda\\$(.*)\\$\\d+", "$1");
        return call.getOriginOwner().getName().substring(root.length() + 1) + "." + method;
    }
}
