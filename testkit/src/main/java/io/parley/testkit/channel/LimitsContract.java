package io.parley.testkit.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.negotiation.Agreement;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.ParleyRuntime;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Contract of limits: what just exceeds a limit is refused by an error that names its setting, and what is within it is
 * not.
 */
interface LimitsContract {
    /** Returns the runtimes of one test. */
    Talks talks();

    /**
     * The limits of a conversation, set low, except for those of times and of queues, which have tests of their own.
     */
    enum LowLimit {
        OPENING_BYTES(Limit.OPENING_BYTES, 64, ErrorCode.MALFORMED_FRAME) {
            @Override
            ParleyException beyond(Talks talks, Limits limits) throws Exception {
                ParleyRuntime server = talks.runtime(limits);
                Agreement agreement = talks.agreement(server, limits);
                byte[] token = server.issue(agreement, "someone", null, Talks::echo);
                return Talks.openFailure(talks.runtime(Limits.defaults()), agreement, token);
            }

            @Override
            void within(Talks talks, Limits limits) throws Exception {
                // No frame that opens a session is shorter.
            }
        },
        SESSIONS_PER_PRINCIPAL(Limit.SESSIONS_PER_PRINCIPAL, 1, ErrorCode.LIMIT) {
            @Override
            ParleyException beyond(Talks talks, Limits limits) throws Exception {
                ParleyRuntime server = talks.runtime(limits);
                Agreement agreement = talks.agreement(server, limits);
                ParleyRuntime client = talks.runtime(limits);
                Talks.open(client, agreement, server.issue(agreement, "someone", null, Talks::echo));
                return Talks.openFailure(client, agreement, server.issue(agreement, "someone", null, Talks::echo));
            }
        },
        MESSAGE_BYTES(Limit.MESSAGE_BYTES, 2_000, ErrorCode.LIMIT),
        SESSION_BYTES(Limit.SESSION_BYTES, 2_000, ErrorCode.LIMIT),
        TOTAL_BYTES(Limit.TOTAL_BYTES, 2_000, ErrorCode.BUDGET),
        OBJECT_BYTES(Limit.OBJECT_BYTES, 3_000, ErrorCode.BUDGET),
        STRING_BYTES(Limit.STRING_BYTES, 2_000, ErrorCode.LIMIT),
        ITEMS(Limit.ITEMS, 10, ErrorCode.LIMIT) {
            @Override
            void read(IncomingMessage message, String text) {
                message.source().spend(text.length() / 100, "things");
            }
        },
        DEPTH(Limit.DEPTH, 10, ErrorCode.LIMIT) {
            @Override
            void read(IncomingMessage message, String text) {
                for (int i = 0; i < text.length() / 100; i++) {
                    message.source().enter("things");
                }
            }
        };

        private final Limit limit;
        private final long value;
        private final ErrorCode code;

        LowLimit(Limit limit, long value, ErrorCode code) {
            this.limit = limit;
            this.value = value;
            this.code = code;
        }

        /** Exceeds the limit; by default, with a text of 2,100 characters. */
        ParleyException beyond(Talks talks, Limits limits) throws Exception {
            Conversation conversation = talks.talk(limits, this::echo);
            Call call = conversation.beginCall(Talks.LONG);
            try {
                call.sink().writeString("x".repeat(2_100));
                call.send();
            } catch (ParleyException atSender) {
                call.discard();
                return atSender;
            }
            ParleyException failure = Talks.failure(call);
            assertThat(conversation.isOpen()).isTrue();
            return failure;
        }

        /** Stays within the limit; by default, with a text of 900 characters. */
        void within(Talks talks, Limits limits) throws Exception {
            Conversation conversation = talks.talk(limits, this::echo);
            assertThat(Talks.ask(conversation, "x".repeat(900))).hasSize(900);
        }

        /** Reads the rest of a request after its text; called by the handler before it echoes the text. */
        void read(IncomingMessage message, String text) {}

        private void echo(IncomingMessage message) {
            String text = message.source().readString("question");
            read(message, text);
            Talks.answer(message, false, text);
        }
    }

    @ParameterizedTest
    @EnumSource(LowLimit.class)
    default void contentJustBeyondALimitIsRefusedWithTheSettingsName(LowLimit little) throws Exception {
        Limits limits = Limits.defaults().with(little.limit, little.value);

        Talks talks = talks().uncompressed();

        little.within(talks, limits);
        ParleyException refused = little.beyond(talks, limits);

        assertThat(refused).hasMessageContaining(little.limit.setting());
        assertThat(refused.code()).isEqualTo(little.code);
    }
}
