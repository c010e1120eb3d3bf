package io.parley.transport.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.endpoint.Contract;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;

/**
 * Base of the attacks, by raw bytes, of a client with a valid session that violates the protocol. Afterwards no memory
 * may be in use.
 */
abstract class SessionAttack {
    static final Contract CONTRACT = Contract.builder("urn:target")
            .operation("echo", String.class, String.class)
            .build();

    Target target;
    RawSocket attacker;

    @AfterEach
    void allMemoryComesBack() throws IOException {
        attacker.close();
        target.awaitNothingHeld();
        target.close();
    }

    void attack(Limits limits) throws IOException {
        target = new Target(CONTRACT, limits);
        attacker = target.opened();
    }

    void assertEnds(ErrorCode code) throws IOException {
        assertThat(attacker.next(RawSocket.GOAWAY).code()).isEqualTo(code.number());
        attacker.awaitClosed();
        target.awaitSessions(0);
    }

    void assertAborted(int stream, ErrorCode code) throws IOException {
        RawSocket.Frame abort = attacker.next(RawSocket.ABORT);
        assertThat(abort.stream()).isEqualTo(stream);
        assertThat(abort.code()).isEqualTo(code.number());
    }

    void assertOthersLiveOn(int stream) throws IOException {
        attacker.request(stream, target.content("echo", "still here"));
        assertThat(attacker.next(RawSocket.DATA).stream()).isEqualTo(stream);
    }
}
