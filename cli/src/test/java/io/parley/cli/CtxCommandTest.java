package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.parley.context.Change;
import io.parley.context.Condition;
import io.parley.context.Contents;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.Scope;
import io.parley.context.StoreSettings;
import io.parley.context.Transaction;
import io.parley.context.Value;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests access to contexts from the command line, in a file and through a service. */
class CtxCommandTest {
    @TempDir
    private Path directory;

    private String store;

    @BeforeEach
    void nameAStore() {
        store = "sqlite:" + directory.resolve("contexts.db");
    }

    private Path file(String name, String text) throws Exception {
        return Files.writeString(directory.resolve(name), text);
    }

    private static CommandRun ctx(String... args) {
        List<String> all = new ArrayList<>(List.of("ctx"));
        all.addAll(List.of(args));
        return CommandRun.of(all.toArray(String[]::new));
    }

    @Test
    void readingAStoreThatIsNotThereIsAnErrorAndMakesNone() {
        for (List<String> command : List.of(
                List.of("ls", store), List.of("get", store, "urn:context"), List.of("rm", store, "urn:context"))) {
            CommandRun run = ctx(command.toArray(String[]::new));
            assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(run.err()).contains("expected a context store at " + store + ", found no file");
        }
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void whatIsPutIsListedGotAndRemoved() throws Exception {
        CommandRun put = ctx(
                "put",
                store,
                file("a.txt", "hello").toString(),
                "--as",
                "alice",
                "--participant",
                "bob",
                "--type",
                "text/plain");
        assertThat(put.err()).isEmpty();
        assertThat(put.exitCode()).isZero();
        String context = put.out().strip();

        assertThat(ctx("ls", store, "--as", "alice").out()).contains(context, "contents", "text/plain");
        JsonNode listed = ctx("ls", store, context, "--as", "bob", "--json").json();
        assertThat(listed.at("/entries/0/name").asText()).isEqualTo("contents");
        assertThat(listed.at("/entries/0/owner").asText()).isEqualTo("alice");
        assertThat(listed.at("/entries")).hasSize(1);
        long version = listed.at("/entries/0/version").asLong();

        assertThat(ctx("get", store, context, "--as", "bob").out()).isEqualToIgnoringNewLines("hello");
        JsonNode again = ctx(
                        "put",
                        store,
                        file("b.bin", "\u0000\u001b[2J").toString(),
                        "--context",
                        context,
                        "--as",
                        "bob",
                        "--if-version",
                        String.valueOf(version),
                        "--json")
                .json();
        assertThat(again.get("version").asLong()).isGreaterThan(version);

        assertThat(ctx("rm", store, context, "contents", "--as", "bob").exitCode())
                .isZero();
        assertThat(ctx("rm", store, context, "--as", "alice", "--json")
                        .json()
                        .get("context")
                        .asText())
                .isEqualTo(context);
        assertThat(ctx("ls", store, "--as", "alice", "--json").json().at("/entries"))
                .isEmpty();
    }

    @Test
    void contentAndListsOfSchemasAreGotByWhoeverKnowsTheirName() {
        String header = "<tenant>acme</tenant>";
        String uri;
        String list = "urn:parley:data:" + "0".repeat(64);
        try (ContextStore open = ContextStores.open(store, StoreSettings.defaults())) {
            uri = new Contents(open)
                    .put(Value.of(header, "application/xml"), "anonymous", Duration.ofHours(1))
                    .uri();
            Change schemas = new Change.Put(
                    "schemas", Value.of(uri, "text/uri-list"), "parley-schemas", Duration.ofHours(1), Condition.any());
            assertThat(open.write(Transaction.in(new Scope(list), "parley-schemas", schemas))
                            .isDone())
                    .isTrue();
        }

        assertThat(ctx("get", store, uri).out()).isEqualToIgnoringNewLines(header);
        assertThat(ctx("get", store, list, "schemas").out()).isEqualToIgnoringNewLines(uri);
        assertThat(ctx("get", store, uri.substring(0, uri.length() - 64) + "0".repeat(64))
                        .err())
                .contains("no entry");
        assertThat(ctx("get", store, "urn:parley:sha256:abc").err()).contains("64 lower-case hexadecimal digits");
    }

    @Test
    void whatATerminalWouldActOnIsSavedOrEncodedButNotPrinted() throws Exception {
        String context = ctx("put", store, file("b.bin", "\u001b[2J").toString(), "--as", "alice")
                .out()
                .strip();
        Path saved = directory.resolve("saved");

        CommandRun printed = ctx("get", store, context, "--as", "alice");
        assertThat(printed.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(printed.out()).isEmpty();
        assertThat(printed.err()).contains("--out FILE").doesNotContain("\u001b");
        assertThat(ctx("get", store, context, "--as", "alice", "--out", saved.toString())
                        .exitCode())
                .isZero();
        assertThat(saved).hasContent("\u001b[2J");
        JsonNode json = ctx("get", store, context, "--as", "alice", "--json").json();
        assertThat(json.get("base64").binaryValue())
                .isEqualTo("\u001b[2J".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    @Test
    void whatDoesNotWorkSaysWhatToDo() throws Exception {
        String some = file("a.txt", "hello").toString();
        String context = ctx("put", store, some, "--as", "alice").out().strip();

        assertThat(ctx("get", store, context, "--as", "mallory").err()).contains("CONTEXT_REFUSED");
        assertThat(ctx("get", store, context, "nothing", "--as", "alice").err()).contains("parley ctx ls");
        assertThat(ctx("rm", store, context, "nothing", "--as", "alice").exitCode())
                .isEqualTo(ExitCode.FAILED);
        assertThat(ctx("put", store, some, "--context", context, "--if-version", "0", "--as", "alice")
                        .err())
                .contains("--if-version");
        assertThat(ctx("put", store, directory.resolve("none").toString(), "--as", "alice")
                        .exitCode())
                .isEqualTo(ExitCode.FAILED);
        assertThat(ctx("put", store, some, "--lifetime", "99999999999", "--as", "alice")
                        .err())
                .contains("parley.limits.context-seconds");
        assertThat(ctx("ls", "contexts.db").exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(ctx("ls", "contexts.db").err()).contains("sqlite:contexts.db");
        assertThat(ctx("ls", "nosql:x").err()).contains("sqlite");
        assertThat(ctx("ls", "http://localhost:1/ws-context").exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(ctx("get", "http://localhost:1/ws-context", "urn:x").exitCode())
                .isEqualTo(ExitCode.FAILED);
        assertThat(ctx("ls", store, "a\u0000b").err()).contains("U+0000");
        assertThat(ctx().exitCode()).isEqualTo(ExitCode.USAGE);
        try (ContextStore open = ContextStores.open(store, StoreSettings.defaults())) {
            assertThat(open.check().works()).isTrue();
            assertThat(ctx("ls", store).err()).contains("CONTEXT_UNAVAILABLE");
        }
    }

    @Test
    void aServedStoreIsReadAndWrittenByTheAddressThatIsPrinted() throws Exception {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CompletableFuture<Integer> exitCode = new CompletableFuture<>();
        Thread serving = new Thread(() ->
                exitCode.complete(CommandRun.of(out, err, "serve", "--plain", "--port", "0", "--contexts", store)));
        serving.start();
        await().atMost(Duration.ofMinutes(1)).until(() -> out.toString().contains("Ctrl-C"));
        String service = out.toString()
                .lines()
                .filter(line -> line.endsWith("/ws-context?wsdl"))
                .findFirst()
                .orElseThrow()
                .replace("?wsdl", "");

        String context = ctx(
                        "put",
                        service,
                        file("order.xml", "<order xmlns='urn:a' n='1'/>").toString())
                .out()
                .strip();
        CommandRun got = ctx("get", service, context);
        assertThat(got.err()).isEmpty();
        assertThat(got.out()).contains("<order", "urn:a");
        long version =
                ctx("get", service, context, "--json").json().get("version").asLong();
        assertThat(ctx("put", service, file("a.txt", "hi").toString(), "--context", context, "--if-version", "1000000")
                        .err())
                .contains("found " + version);
        assertThat(ctx("put", service, file("a.txt", "hi").toString(), "--context", context, "--type", "text/plain")
                        .exitCode())
                .isZero();
        assertThat(ctx("get", service, context).out()).isEqualToIgnoringNewLines("hi");
        assertThat(ctx("get", service, context, "other").exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(ctx("rm", service, context, "contents").exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(ctx("rm", service, context).exitCode()).isZero();
        assertThat(ctx("get", service, context).exitCode()).isEqualTo(ExitCode.FAILED);
        serving.interrupt();

        assertThat(exitCode.get(1, TimeUnit.MINUTES)).isZero();
        assertThat(ctx("ls", store, "--as", "anonymous", "--json").json().at("/entries"))
                .as("the store is closed with the command")
                .isEmpty();
    }
}
