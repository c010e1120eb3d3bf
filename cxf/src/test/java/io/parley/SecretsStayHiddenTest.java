package io.parley;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import io.netty.buffer.ByteBuf;
import io.parley.channel.Address;
import io.parley.channel.ConnectionHandler;
import io.parley.channel.KeyStoreFile;
import io.parley.channel.LocalChannelProvider;
import io.parley.context.ContextStores;
import io.parley.context.Entry;
import io.parley.context.Scope;
import io.parley.context.Seal;
import io.parley.context.StoreSettings;
import io.parley.context.Value;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.frame.AcceptFrame;
import io.parley.frame.FrameHeader;
import io.parley.frame.FrameType;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.HostPort;
import io.parley.negotiation.Mode;
import io.parley.negotiation.Reliability;
import io.parley.negotiation.Token;
import io.parley.peer.CredentialsIdentity;
import io.parley.peer.SessionKey;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.OutgoingMessage;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.RuntimeListener;
import io.parley.testkit.Planted;
import io.parley.transport.jms.BrokerAccess;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.soap.SOAPBinding;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Array;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/**
 * Tests that passwords, tokens, keys, session secrets and payloads appear in no log at any level, no error of Parley,
 * no {@code toString} and no JMX attribute.
 */
@Timeout(180)
class SecretsStayHiddenTest {
    /** The text that every textual secret contains. */
    private static final String MARK = Planted.MARK;

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /**
     * Loggers of libraries that print bytes or headers below INFO by design. Parley's own loggers are checked at all
     * levels.
     */
    private static final List<String> BELOW_INFO_OF_OTHERS =
            List.of("org.apache.cxf.", "org.eclipse.jetty.", "sun.net.", "jdk.", "java.", "javax.", "jakarta.");

    private final Queue<String> logged = new ConcurrentLinkedQueue<>();
    private final Queue<String> secrets = new ConcurrentLinkedQueue<>(List.of(MARK));
    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final java.util.logging.Logger rootOfJdk =
            LogManager.getLogManager().getLogger("");
    private final java.util.logging.Level levelOfJdk = rootOfJdk.getLevel();
    private final Level level = root.getLevel();
    private final List<Handler> handlersOfJdk = List.of(rootOfJdk.getHandlers());
    private final List<ch.qos.logback.core.Appender<ILoggingEvent>> usual = new ArrayList<>();
    private final Ear appender = new Ear();
    private final JdkHandler handler = new JdkHandler();

    private final class Ear extends AppenderBase<ILoggingEvent> {
        @Override
        protected void append(ILoggingEvent event) {
            if (isLookedAt(event.getLoggerName(), event.getLevel().isGreaterOrEqual(Level.INFO))) {
                String failure =
                        event.getThrowableProxy() == null ? "" : ThrowableProxyUtil.asString(event.getThrowableProxy());
                logged.add(event.getLoggerName() + ": " + event.getFormattedMessage() + failure);
            }
        }
    }

    private final class JdkHandler extends Handler {
        @Override
        public void publish(LogRecord record) {
            boolean isTold = record.getLevel().intValue() >= java.util.logging.Level.INFO.intValue();
            if (isLookedAt(String.valueOf(record.getLoggerName()), isTold)) {
                logged.add(record.getLoggerName() + ": " + record.getMessage()
                        + Stream.ofNullable(record.getParameters())
                                .flatMap(Stream::of)
                                .map(String::valueOf)
                                .collect(Collectors.joining(" "))
                        + texts(record.getThrown()));
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    private static boolean isLookedAt(String logger, boolean isTold) {
        return isTold || BELOW_INFO_OF_OTHERS.stream().noneMatch(logger::startsWith);
    }

    @BeforeEach
    void listen() {
        handlersOfJdk.forEach(rootOfJdk::removeHandler);
        handler.setLevel(java.util.logging.Level.ALL);
        rootOfJdk.addHandler(handler);
        rootOfJdk.setLevel(java.util.logging.Level.ALL);
        root.iteratorForAppenders().forEachRemaining(usual::add);
        usual.forEach(root::detachAppender);
        appender.setContext(root.getLoggerContext());
        appender.start();
        root.addAppender(appender);
        root.setLevel(Level.TRACE);
    }

    @AfterEach
    void quiet() {
        root.setLevel(level);
        root.detachAppender(appender);
        usual.forEach(root::addAppender);
        rootOfJdk.removeHandler(handler);
        rootOfJdk.setLevel(levelOfJdk);
        handlersOfJdk.forEach(rootOfJdk::addHandler);
    }

    private static String texts(@Nullable Throwable failure) {
        StringBuilder all = new StringBuilder();
        for (Throwable each = failure; each != null; each = each.getCause()) {
            all.append('\n').append(each);
            for (Throwable beside : each.getSuppressed()) {
                all.append('\n').append(beside);
            }
        }
        return all.toString();
    }

    private void plant(byte[] secret) {
        secrets.add(HexFormat.of().formatHex(secret));
        secrets.add(Base64.getEncoder().withoutPadding().encodeToString(secret));
        secrets.add(Base64.getUrlEncoder().withoutPadding().encodeToString(secret));
    }

    private void assertHidden(String what, Object shown) {
        assertThat(secrets).as(what).noneMatch(secret -> String.valueOf(shown).contains(secret));
    }

    private void assertNothingLogged() {
        assertThat(logged).as("what was logged").isNotEmpty();
        List<String> told = logged.stream()
                .filter(line -> secrets.stream().anyMatch(line::contains))
                .map(line -> line.substring(0, Math.min(300, line.length())))
                .toList();
        assertThat(told).as("lines with a secret").isEmpty();
    }

    /** A service that returns its argument. */
    @WebService
    public interface Safe {
        String keep(String text);
    }

    /** The implementation of {@link Safe}. */
    @WebService
    public static final class SafeService implements Safe {
        @Override
        public String keep(String text) {
            return text;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"stream", "http"})
    void callsWithCredentialsShowNothingOfThemNorOfWhatTheySay(String channel) throws Exception {
        ParleyFeature feature = new ParleyFeature()
                .set("parley.channels", channel)
                .set("parley.context-store", "memory:")
                .set("parley.negotiation-millis", 60_000);
        try (Published published = new Published()) {
            published.publishAny(new SafeService(), published.address(), SOAPBinding.SOAP11HTTP_BINDING, feature);
            Safe safe = published.proxy(
                    Safe.class,
                    SOAPBinding.SOAP11HTTP_BINDING,
                    Published.patient().mode(Mode.ALWAYS).set("parley.channels", channel));
            Map<String, Object> context = ((BindingProvider) safe).getRequestContext();
            context.put(
                    MessageContext.HTTP_REQUEST_HEADERS,
                    Map.of(
                            "Authorization", List.of("Bearer " + MARK + "-token"),
                            "Cookie", List.of("session=" + MARK + "-cookie"),
                            "X-Api-Key", List.of(MARK + "-key")));
            for (int call = 0; call < 3; call++) {
                assertThat(safe.keep(MARK + "-payload")).isEqualTo(MARK + "-payload");
            }
            context.put(MessageContext.HTTP_REQUEST_HEADERS, Map.of("X-Api-Key", List.of(MARK + "-other")));
            Throwable otherHeaders = catchThrowable(() -> safe.keep(MARK + "-payload"));
            assertHidden("the error of a call with other headers", texts(otherHeaders));
            assertHidden(
                    "the status of the client", ParleyStatus.of(org.apache.cxf.frontend.ClientProxy.getClient(safe)));
            assertHidden("the status of the service", ParleyStatus.of(published.server()));
            assertThat(attributes()).isNotEmpty().allSatisfy(shown -> assertHidden("JMX", shown));
        }
        assertNothingLogged();
    }

    /** Returns every attribute, with its name, of every MBean of Parley. */
    private static List<String> attributes() throws Exception {
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        List<String> all = new ArrayList<>();
        for (ObjectName name : beans.queryNames(new ObjectName("io.parley*:*"), null)) {
            for (MBeanAttributeInfo attribute : beans.getMBeanInfo(name).getAttributes()) {
                all.add(name + " " + attribute.getName() + " " + shown(beans.getAttribute(name, attribute.getName())));
            }
        }
        return all;
    }

    private static String shown(@Nullable Object value) {
        if (value == null || !value.getClass().isArray()) {
            return String.valueOf(value);
        }
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < Array.getLength(value); i++) {
            all.append(shown(Array.get(value, i))).append(' ');
        }
        return all.toString();
    }

    @Test
    void tokensSessionSecretsAndSealsAreShownByNobody() throws Exception {
        byte[] sealKey = "0123456789abcdef-seal-0123456789abcdef".getBytes(StandardCharsets.UTF_8);
        secrets.add(new String(sealKey, StandardCharsets.UTF_8));
        plant(sealKey);
        Agreement agreement = Agreement.byApi(
                        "xml", "local", List.of(new HostPort("local", 1)), Limits.defaults(), "no parts")
                .reliable(Reliability.DURABLE);
        LocalChannelProvider channel = new LocalChannelProvider();
        Queue<io.parley.channel.Connection> connections = new ConcurrentLinkedQueue<>();
        try (var store = ContextStores.open("memory:", StoreSettings.defaults());
                ParleyRuntime server = ParleyRuntime.builder()
                        .durable(store, Seal.of(sealKey))
                        .channels(List.of(channel))
                        .build();
                ParleyRuntime client =
                        ParleyRuntime.builder().channels(List.of(channel)).build()) {
            RuntimeListener listening = server.listen("local", new Address("local", 0), null);
            byte[] token = server.issue(agreement, "someone", null, SecretsStayHiddenTest::echo);
            plant(token);
            Conversation conversation = client.open(
                            agreement,
                            token,
                            new byte[0],
                            IncomingMessage::close,
                            (settings, link) -> channel.connect(listening.address(), settings, new Ears(link))
                                    .thenApply(made -> {
                                        connections.add(made);
                                        return made;
                                    }))
                    .toCompletableFuture()
                    .get(60, TimeUnit.SECONDS);
            assertThat(said(conversation)).isEqualTo(MARK + "-payload");
            connections.forEach(io.parley.channel.Connection::close);
            assertThat(said(conversation)).isEqualTo(MARK + "-payload");
            await().atMost(PATIENCE).until(() -> connections.size() > 1);

            Throwable used = catchThrowable(() -> client.open(
                            agreement,
                            token,
                            new byte[0],
                            IncomingMessage::close,
                            (settings, link) -> channel.connect(listening.address(), settings, link))
                    .toCompletableFuture()
                    .get(60, TimeUnit.SECONDS));
            assertHidden("the error of a token that was used", texts(used));
            assertThat(used).isNotNull();
            assertHidden("a token", Token.of(token));
            assertHidden("an agreement", agreement);
            assertHidden("a conversation", conversation);
            assertHidden("a seal", Seal.of(sealKey));
        }
        assertThat(secrets.size())
                .as("the seal, the token and a session secret at least")
                .isGreaterThan(10);
        assertNothingLogged();
    }

    private static void echo(IncomingMessage message) {
        OutgoingMessage response = message.beginResponse(false);
        response.sink().writeString(message.source().readString("question"));
        response.send();
        message.close();
    }

    private static String said(Conversation conversation) throws Exception {
        Call call = conversation.beginCall(PATIENCE);
        call.sink().writeString(MARK + "-payload");
        call.send();
        try (IncomingMessage answer = call.response().get(60, TimeUnit.SECONDS)) {
            return answer.source().readString("answer");
        }
    }

    /** Records the session secrets received. */
    private final class Ears implements ConnectionHandler {
        private final ConnectionHandler handler;

        Ears(ConnectionHandler handler) {
            this.handler = handler;
        }

        @Override
        public int frameLength(ByteBuf in) {
            return handler.frameLength(in);
        }

        @Override
        public void onFrame(ByteBuf frame) {
            if (frame.readableBytes() >= FrameHeader.BYTES && FrameHeader.type(frame) == FrameType.ACCEPT) {
                plant(AcceptFrame.secret(frame));
            }
            handler.onFrame(frame);
        }

        @Override
        public void onRefused(RuntimeException why) {
            handler.onRefused(why);
        }

        @Override
        public void onWritable() {
            handler.onWritable();
        }

        @Override
        public void onReadComplete() {
            handler.onReadComplete();
        }

        @Override
        public void onClosed(@Nullable Throwable cause) {
            handler.onClosed(cause);
        }
    }

    @Test
    void placesWithPasswordsThatCannotBeReachedAreNamedWithoutThem(@TempDir Path folder) throws Exception {
        Throwable database = catchThrowable(() -> ContextStores.open(
                "postgresql://user:" + MARK + "-word@localhost:1/base?password=" + MARK + "-setting",
                StoreSettings.defaults()));
        assertThat(database).isInstanceOf(ParleyException.class);
        assertHidden("the error of a database", texts(database));
        assertHidden(
                "the error of an address that is none",
                texts(catchThrowable(() ->
                        ContextStores.open("postgres//user:" + MARK + "@localhost:1/base", StoreSettings.defaults()))));
        BrokerAccess broker = BrokerAccess.byUrl("tcp://localhost:1").as("user", MARK + "-word");
        assertHidden("the access to a broker", broker);
        Path keys = Files.writeString(folder.resolve("keys.p12"), "no key store");
        KeyStoreFile file = KeyStoreFile.of(keys, MARK + "-word");
        assertHidden("a key store", file);
        assertHidden("the error of a key store", texts(catchThrowable(file::read)));
        Path seal = Files.writeString(folder.resolve("seal"), MARK);
        assertHidden("the error of a seal that is too short", texts(catchThrowable(() -> Seal.read(seal))));
        SessionKey key = SessionKey.of(
                "bus",
                "http://user:" + MARK + "@localhost/a?token=" + MARK,
                new QName("urn:a", "port"),
                CredentialsIdentity.of("basic", "user", MARK),
                SessionKey.NO_TLS);
        assertHidden("a session's key", key);
        assertHidden("a value", Value.of(MARK, "text/plain"));
        try (var store = ContextStores.open("memory:", StoreSettings.defaults())) {
            Scope scope = new Scope("urn:test:scope");
            var unused = store.write(io.parley.context.Transaction.in(
                    scope,
                    "owner",
                    new io.parley.context.Change.Put(
                            "name",
                            Value.of(MARK, "text/plain"),
                            "owner",
                            Duration.ofMinutes(1),
                            io.parley.context.Condition.any())));
            Entry entry =
                    store.get(scope.key("name"), io.parley.context.Read.LATEST).orElseThrow();
            assertHidden("an entry", entry);
        }
        root.debug("something, so that the log is known to be heard");
        assertNothingLogged();
    }
}
