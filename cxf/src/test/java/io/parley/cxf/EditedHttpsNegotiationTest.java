package io.parley.cxf;

import io.parley.cxf.services.MoreStations;
import io.parley.negotiation.ChannelSecurity;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/**
 * Edits negotiations over HTTPS, with a man in the middle whose keys the client trusts: nothing is ever sent in the
 * clear. A build skips the fields that do not concern where and how sessions are opened; {@code -Dparley.edits=all}
 * tries all.
 */
class EditedHttpsNegotiationTest extends EditedNegotiationTest {
    private static final Pattern FIELDS = Pattern.compile(
            "offer/(@id|channel|security)|answer/(@offer|channel|address.*|security|certificate|token)");

    @TempDir
    private static Path directory;

    private static KeyStore keys;

    @BeforeAll
    static void make() throws Exception {
        keys = Certificates.make(directory, "localhost");
    }

    @Override
    String address() throws Exception {
        Https.serve(published, keys);
        return Https.address(published);
    }

    @Override
    Relay relay(String service) throws Exception {
        return Relay.secured(service, Https.context(keys));
    }

    @Override
    MoreStations trusting(MoreStations client) throws Exception {
        return Https.trusting(keys, client);
    }

    @Override
    boolean isTried(String path) {
        return ALL || FIELDS.matcher(path).matches();
    }

    @Override
    int mostOfField() {
        return Integer.MAX_VALUE;
    }

    @Override
    ChannelSecurity security() {
        return ChannelSecurity.TLS;
    }
}
