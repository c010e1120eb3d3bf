package io.parley.testkit.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.negotiation.Agreement;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.RuntimeListener;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Contract of opening a conversation: whom a server accepts, and at which addresses. */
interface OpeningContract {
    /** Returns the runtimes of one test. */
    Talks talks();

    @Test
    default void aTokenIsAcceptedOnlyOnce() throws Exception {
        Limits limits = Limits.defaults();
        ParleyRuntime server = talks().runtime(limits);
        Agreement agreement = talks().agreement(server, limits);
        byte[] token = server.issue(agreement, "someone", null, Talks::echo);
        ParleyRuntime client = talks().runtime(limits);
        Talks.open(client, agreement, token);
        assertThat(Talks.openFailure(client, agreement, token).code()).isEqualTo(ErrorCode.TOKEN_REFUSED);
    }

    @Test
    default void aTokenIsValidForThirtySeconds() throws Exception {
        Limits limits = Limits.defaults();
        ParleyRuntime server = talks().runtime(limits);
        Agreement agreement = talks().agreement(server, limits);
        byte[] token = server.issue(agreement, "someone", null, Talks::echo);
        talks().time.advance(Duration.ofSeconds(30).plusMillis(1));
        assertThat(Talks.openFailure(talks().runtime(limits), agreement, token).code())
                .isEqualTo(ErrorCode.TOKEN_REFUSED);
    }

    @Test
    default void aTokenOfAnotherNodeIsRecognized() throws Exception {
        Limits limits = Limits.defaults();
        ParleyRuntime server = talks().runtime(limits);
        Agreement agreement = talks().agreement(server, limits);
        byte[] elsewhere = talks().runtime(limits).issue(agreement, "someone", null, Talks::echo);
        assertThat(Talks.openFailure(talks().runtime(limits), agreement, elsewhere)
                        .code())
                .isEqualTo(ErrorCode.WRONG_NODE);
    }

    @Test
    default void anotherDigestIsRefused() throws Exception {
        Limits limits = Limits.defaults();
        ParleyRuntime server = talks().runtime(limits);
        Agreement agreement = talks().agreement(server, limits);
        byte[] token = server.issue(agreement, "someone", null, Talks::echo);
        Agreement edited =
                Agreement.byApi("xml", agreement.channel(), agreement.addresses(), limits, "another fingerprint");
        assertThat(Talks.openFailure(talks().runtime(limits), edited, token).code())
                .isEqualTo(ErrorCode.DIGEST_MISMATCH);
    }

    @Test
    default void aPrincipalHasOnlySoManySessions() throws Exception {
        Limits limits = Limits.defaults().with(Limit.SESSIONS_PER_PRINCIPAL, 1);
        ParleyRuntime server = talks().runtime(limits);
        Agreement agreement = talks().agreement(server, limits);
        ParleyRuntime client = talks().runtime(limits);
        Conversation first = Talks.open(client, agreement, server.issue(agreement, "greedy", null, message -> {}));
        byte[] second = server.issue(agreement, "greedy", null, message -> {});
        assertThat(Talks.openFailure(client, agreement, second).code()).isEqualTo(ErrorCode.LIMIT);
        Talks.open(client, agreement, server.issue(agreement, "modest", null, message -> {}));
        first.close(ErrorCode.CLOSED, "done");
        await().atMost(Talks.PATIENCE).until(() -> server.sessions() == 1);
        Talks.open(client, agreement, server.issue(agreement, "greedy", null, message -> {}));
    }

    @Test
    default void theSideThatIssuedTheTokenSeesItsAttachmentAndTheTerms() throws Exception {
        Limits limits = Limits.defaults();
        ParleyRuntime server = talks().runtime(limits);
        Agreement agreement = talks().agreement(server, limits);
        BlockingQueue<Conversation> seen = new LinkedBlockingQueue<>();
        byte[] token = server.issue(agreement, "someone", "a security context", message -> {
            seen.add(message.conversation());
            Talks.echo(message);
        });
        ParleyRuntime client = talks().runtime(limits);
        Conversation conversation = client.open(agreement, token, new byte[] {1, 2, 3}, IncomingMessage::close)
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS);
        assertThat(Talks.ask(conversation, "hello")).isEqualTo("hello");
        Conversation accepted = seen.remove();
        assertThat(accepted.attachment()).isEqualTo("a security context");
        assertThat(accepted.openTerms()).containsExactly(1, 2, 3);
        assertThat(conversation.attachment()).isNull();
    }

    @Test
    default void anAddressThatDoesNotAnswerIsPassedOverForTheNext() throws Exception {
        ParleyRuntime server = talks().runtime(Limits.defaults());
        RuntimeListener dead = talks().listen(server);
        RuntimeListener live = talks().listen(server);
        dead.close();
        Agreement agreement = talks().agreement(Limits.defaults(), dead.address(), live.address());
        byte[] token = server.issue(agreement, "someone", null, Talks::echo);
        Conversation conversation = Talks.open(talks().runtime(Limits.defaults()), agreement, token);
        assertThat(Talks.ask(conversation, "hello")).isEqualTo("hello");
    }

    @Test
    default void aClosedPortIsAFailureToConnect() throws Exception {
        Limits limits = Limits.defaults();
        ParleyRuntime server = talks().runtime(limits);
        RuntimeListener listening = talks().listen(server);
        Agreement agreement = talks().agreement(limits, listening.address());
        byte[] token = server.issue(agreement, "someone", null, Talks::echo);
        listening.close();
        assertThat(Talks.openFailure(talks().runtime(limits), agreement, token).code())
                .isEqualTo(ErrorCode.CONNECT_FAILED);
    }
}
