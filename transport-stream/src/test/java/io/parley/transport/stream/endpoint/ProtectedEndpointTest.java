package io.parley.transport.stream.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.channel.KeyStoreFile;
import io.parley.channel.Protection;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.ChannelSecurity;
import io.parley.testkit.NewKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a service and its client on the stream alone, over TLS. */
class ProtectedEndpointTest {
    @TempDir
    private Path directory;

    @Test
    void everythingGoesOverTlsWithACertificateOfItsOwnMaking() throws Exception {
        try (StreamEndpoint endpoint = serve(new Protection.Ephemeral());
                StreamClient client = StreamClient.of(Samples.CONTRACT).open(endpoint.invite("test"))) {
            Agreement agreed = endpoint.invite("another").agreement();

            assertThat(client.call("length", "größer", Integer.class)).isEqualTo(6);
            assertThat(agreed.security()).isEqualTo(ChannelSecurity.TLS);
            assertThat(agreed.certificate()).matches("[0-9a-f]{64}");
        }
    }

    @Test
    void aCertificateIsReplacedUnderOpenSessionsAndInvitations() throws Exception {
        Protection.Certified operators = operators();
        try (StreamEndpoint endpoint = serve(new Protection.Ephemeral());
                StreamClient client = StreamClient.of(Samples.CONTRACT).open(endpoint.invite("test"))) {
            Invitation before = endpoint.invite("test");

            endpoint.renew(operators);

            Invitation after = endpoint.invite("test");
            assertThat(after.agreement().certificate())
                    .isEqualTo(Protection.fingerprint(operators.chain().get(0)))
                    .isNotEqualTo(before.agreement().certificate());
            assertThat(client.call("length", "x", Integer.class)).isEqualTo(1);
            for (Invitation invitation : List.of(before, after)) {
                try (StreamClient other = StreamClient.of(Samples.CONTRACT).open(invitation)) {
                    assertThat(other.call("length", "xy", Integer.class)).isEqualTo(2);
                }
            }
        }
    }

    /** Attack: an invitation that was modified on its way, so that the session would be opened in the clear. */
    @Test
    void anInvitationIntoTheClearOpensNothing() throws Exception {
        try (StreamEndpoint endpoint = serve(new Protection.Ephemeral())) {
            Agreement inTheClear =
                    Samples.CONTRACT.agreement(new Address("127.0.0.1", endpoint.port()), Limits.defaults());
            Invitation changed =
                    Invitation.of(inTheClear, endpoint.invite("test").token());

            assertThatThrownBy(() -> StreamClient.of(Samples.CONTRACT).open(changed))
                    .isInstanceOf(ParleyException.class);
            assertThat(endpoint.sessions()).isZero();
        }
    }

    @Test
    void aProtectionOfTheOtherSideIsAMistakeInTheProgram() {
        assertThatThrownBy(() -> serve(new Protection.Pinned("0".repeat(64))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static StreamEndpoint serve(Protection protection) throws IOException {
        return StreamEndpoint.serve(Samples.CONTRACT)
                .on("length", String.class, String::length)
                .protection(protection)
                .start(0);
    }

    private Protection.Certified operators() throws Exception {
        return KeyStoreFile.of(NewKeys.in(directory, "operator"), NewKeys.PASSWORD)
                .read();
    }
}
