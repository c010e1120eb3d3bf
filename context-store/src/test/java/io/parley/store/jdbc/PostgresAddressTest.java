package io.parley.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ParleyException;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that the credentials in a PostgreSQL store's address are passed to the driver as properties, not in its URL.
 */
class PostgresAddressTest {
    private static Map<Object, Object> credentials(PostgresAddress address) {
        Properties all = new Properties();
        address.addCredentials(all);
        return Map.copyOf(all);
    }

    @Test
    void userInfoLeavesTheUrl() {
        PostgresAddress address = PostgresAddress.of("//me:a%40b+c@one:5432,[::1]:5433/base?sslmode=require");
        assertThat(address.url()).isEqualTo("jdbc:postgresql://one:5432,[::1]:5433/base?sslmode=require");
        assertThat(credentials(address)).isEqualTo(Map.of("user", "me", "password", "a@b+c"));
        assertThat(address).hasToString("postgresql://one:5432,[::1]:5433/base");
    }

    @Test
    void credentialsAmongTheSettingsLeaveTheUrl() {
        PostgresAddress address = PostgresAddress.of(
                "//one/base?user=me%40there&ssl=true&password=a%26b+c&sslpassword=key&prepareThreshold=3");
        assertThat(address.url()).isEqualTo("jdbc:postgresql://one/base?ssl=true&prepareThreshold=3");
        assertThat(credentials(address))
                .isEqualTo(Map.of("user", "me@there", "password", "a&b c", "sslpassword", "key"));
    }

    @Test
    void userAndPasswordAmongTheSettingsWin() {
        assertThat(credentials(PostgresAddress.of("//a:b@one/base?user=c&password=d")))
                .isEqualTo(Map.of("user", "c", "password", "d"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"//one/base", "//one:5432/base", "base", "", "///base", "//[::1]/", "//one/base?ssl"})
    void addressWithoutCredentialsStaysAsItIs(String place) {
        assertThat(PostgresAddress.of(place).url()).isEqualTo("jdbc:postgresql:" + place);
        assertThat(credentials(PostgresAddress.of(place))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//me:hid/den@one/base",
                "//me:hid?den@one/base",
                "//me:hid%zzden@one/base",
                "//one/base?password=hid%zzden",
                "me:hid@one",
            })
    void malformedAddressIsRefusedWithoutBeingShown(String place) {
        assertThatThrownBy(() -> PostgresAddress.of(place))
                .isInstanceOf(ParleyException.class)
                .hasMessageContaining("correct the store's address")
                .hasMessageNotContaining("hid")
                .hasMessageNotContaining("zz")
                .hasNoCause();
    }
}
