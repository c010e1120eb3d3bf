package io.parley.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SessionKeyTest {
    @Test
    void equalCredentialsAreOneIdentityAndDifferentOnesAreNot() {
        CredentialsIdentity ann = CredentialsIdentity.of("basic", "ann", "secret");
        assertThat(CredentialsIdentity.of("basic", "ann", "secret"))
                .isEqualTo(ann)
                .hasSameHashCodeAs(ann);
        assertThat(List.of(
                        CredentialsIdentity.none(),
                        CredentialsIdentity.of("basic", "ann", "secreu"),
                        CredentialsIdentity.of("basic", "bob", "secret"),
                        CredentialsIdentity.of("digest", "ann", "secret"),
                        CredentialsIdentity.of("basic", "annsecret", ""),
                        CredentialsIdentity.of("basic", "", "annsecret"),
                        CredentialsIdentity.ofHeaders(Map.of("basic", List.of("ann", "secret")))))
                .doesNotContain(ann)
                .doesNotHaveDuplicates();
    }

    @Test
    void headersAreComparedWithoutCaseOfTheirNamesButWithTheOrderOfTheirValues() {
        CredentialsIdentity identity = CredentialsIdentity.ofHeaders(Map.of("Cookie", List.of("a=1", "b=2")));
        assertThat(CredentialsIdentity.ofHeaders(Map.of("cookie", List.of("a=1", "b=2"))))
                .isEqualTo(identity);
        assertThat(CredentialsIdentity.ofHeaders(Map.of("Cookie", List.of("b=2", "a=1"))))
                .isNotEqualTo(identity);
        assertThat(CredentialsIdentity.ofHeaders(Map.of("Cookie", List.of("a=1b=2"))))
                .isNotEqualTo(identity);
        assertThat(CredentialsIdentity.ofHeaders(Map.of())).isEqualTo(CredentialsIdentity.none());
    }

    @Test
    void identitiesAddUp() {
        CredentialsIdentity user = CredentialsIdentity.of("basic", "ann", "secret");
        CredentialsIdentity headers = CredentialsIdentity.ofHeaders(Map.of("X-Tenant", List.of("7")));
        assertThat(user.and(CredentialsIdentity.none())).isEqualTo(user);
        assertThat(CredentialsIdentity.none().and(user)).isEqualTo(user);
        assertThat(user.and(headers)).isNotIn(user, headers, CredentialsIdentity.none());
        assertThat(user.and(headers)).isEqualTo(user.and(headers));
    }

    @ParameterizedTest
    @CsvSource({
        "http://ann:hunter2@a.example/svc?key=hunter2#hunter2, http://a.example/svc",
        "http://hunter2@a.example, http://a.example",
        "http://ann:p@hunter2@a.example/svc, http://a.example/svc",
        "http://a.example?key=hunter2, http://a.example",
        "http://a.example/svc?to=http://hunter2/, http://a.example/svc",
        "http://a.example/b@hunter2?x, http://a.example/b@hunter2",
        "jms:queue:orders?password=hunter2, jms:queue:orders",
        "local://a, local://a",
        "'', ''"
    })
    void whatAnAddressMayHideIsNotKept(String address, String shown) {
        SessionKey key = key(address);
        assertThat(key.address()).isEqualTo(shown);
        String afterAddress = key.toString().substring(shown.length());
        assertThat(afterAddress).doesNotContain("hunter2");
    }

    @Test
    void addressesThatDifferOnlyInWhatIsHiddenAreDifferentKeys() {
        assertThat(key("http://a.example/?tenant=1")).isNotEqualTo(key("http://a.example/?tenant=2"));
        assertThat(key("http://a.example/?tenant=1")).isEqualTo(key("http://a.example/?tenant=1"));
        assertThat(key("http://u:1@a.example/")).isNotEqualTo(key("http://u:2@a.example/"));
        assertThat(key("http://a.example/")).isNotEqualTo(key("http://u:2@a.example/"));
    }

    @Test
    void noPartOfTheKeyIsLeftOutOfItsEquality() {
        SessionKey key = key("http://a.example/");
        QName port = new QName("urn:x", "Port");
        CredentialsIdentity ann = CredentialsIdentity.of("basic", "ann", "secret");
        assertThat(List.of(
                        SessionKey.of("other", "http://a.example/", port, CredentialsIdentity.none(), ""),
                        SessionKey.of("bus", "http://b.example/", port, CredentialsIdentity.none(), ""),
                        SessionKey.of("bus", "http://a.example/", new QName("Port"), CredentialsIdentity.none(), ""),
                        SessionKey.of("bus", "http://a.example/", port, ann, ""),
                        SessionKey.of("bus", "http://a.example/", port, CredentialsIdentity.none(), "tls-1")))
                .doesNotContain(key);
    }

    @Test
    void noTextShowsASecret() {
        CredentialsIdentity identity = CredentialsIdentity.of("basic", "ann", "hunter2");
        SessionKey key = SessionKey.of("bus", "http://a.example/", new QName("Port"), identity, "");
        assertThat(key.toString()).doesNotContain("hunter2").doesNotContain("ann");
    }

    private static SessionKey key(String address) {
        return SessionKey.of("bus", address, new QName("urn:x", "Port"), CredentialsIdentity.none(), "");
    }
}
