package io.parley.examples.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.context.Condition;
import io.parley.context.ContextAccess;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.Scope;
import io.parley.context.StoreSettings;
import io.parley.context.Value;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the guide's example of a context store. */
class ContextStoresExampleTest {

    @TempDir
    Path directory;

    @Test
    void twoPrincipalsShareAContextInAFile() {
        Path path = directory.resolve("contexts.db");
        String greeting;
        try (ContextStore store = ContextStores.open("sqlite:" + path, StoreSettings.defaults())) {
            ContextAccess alice = new ContextAccess(store, "CN=alice");
            Scope context = alice.create(List.of("CN=bob"), Duration.ofHours(1));
            alice.put(context.key("greeting"), Value.of("hello", "text/plain"), Condition.absent());

            ContextAccess bob = new ContextAccess(store, "CN=bob");
            greeting = bob.get(context.key("greeting")).orElseThrow().value().text();
        }

        assertThat(greeting).isEqualTo("hello");
    }
}
