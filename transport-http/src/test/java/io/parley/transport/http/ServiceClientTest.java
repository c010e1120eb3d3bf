package io.parley.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.http.HttpClient;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;

class ServiceClientTest {
    @Test
    void aClientOfAnHttpUrlReadsNoCertificates() {
        HttpClient client =
                ServiceClient.builder(URI.create("http://localhost/")).build();

        assertThatThrownBy(() -> client.sslContext().createSSLEngine()).isInstanceOf(IllegalStateException.class);
        assertThat(client.followRedirects()).isEqualTo(HttpClient.Redirect.NEVER);
    }

    @Test
    void aClientOfAnHttpsUrlHasTheContextOfTheJvm() throws Exception {
        HttpClient client =
                ServiceClient.builder(URI.create("https://localhost/")).build();

        assertThat(client.sslContext()).isSameAs(SSLContext.getDefault());
    }
}
