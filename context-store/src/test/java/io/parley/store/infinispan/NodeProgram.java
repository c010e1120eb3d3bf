package io.parley.store.infinispan;

import io.parley.ParleyException;
import io.parley.context.Change;
import io.parley.context.Condition;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.Entry;
import io.parley.context.Read;
import io.parley.context.Scope;
import io.parley.context.StoreSettings;
import io.parley.context.Transaction;
import io.parley.context.TransactionOutcome;
import io.parley.context.Value;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A process with one node that executes commands, one per line: {@code add name word} adds a word to an entry by
 * compare-and-set, {@code get name} returns its words. An entry whose name begins with {@code long} has a long value.
 * The answer is {@code ok}, the words, or an error code.
 */
final class NodeProgram {
    private static final Scope SCOPE = new Scope("shared by the nodes");
    private static final String LONG = " ".repeat(LongValues.MAX_IN_HEAD);
    private static final int ATTEMPTS = 1_000;

    private final ContextStore store;

    private NodeProgram(ContextStore store) {
        this.store = store;
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader asked = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (ContextStore store = ContextStores.open(arguments[0], StoreSettings.defaults())) {
            System.out.println("open");
            NodeProgram program = new NodeProgram(store);
            for (String line = asked.readLine(); line != null; line = asked.readLine()) {
                System.out.println(program.answer(line.split(" ", -1)));
            }
        }
    }

    private String answer(String[] words) {
        try {
            return switch (words[0]) {
                case "add" -> add(words[1], words[2]);
                case "delete" -> delete(words[1]);
                case "get" -> words(words[1]).map(each -> "=" + each).orElse("nothing");
                default -> "expected another word";
            };
        } catch (ParleyException e) {
            return e.code().name();
        }
    }

    private Optional<String> words(String name) {
        return store.get(SCOPE.key(name), Read.LATEST)
                .map(entry -> entry.value().text().strip());
    }

    private String delete(String name) {
        TransactionOutcome outcome =
                store.write(Transaction.in(SCOPE, "test", new Change.Delete(name, Condition.any())));
        return outcome.isDone() ? "ok" : "unknown";
    }

    /**
     * Adds the word to the current value until no other write interferes. Reading the entry first also resolves an
     * unknown outcome.
     */
    private String add(String name, String word) {
        for (int i = 0; i < ATTEMPTS; i++) {
            Optional<Entry> present = store.get(SCOPE.key(name), Read.LATEST);
            String text = present.map(entry -> entry.value().text().strip()).orElse("");
            if (List.of(text.split(",", -1)).contains(word)) {
                return "ok";
            }
            Condition condition =
                    present.map(entry -> Condition.version(entry.version())).orElse(Condition.absent());
            String next = text.isEmpty() ? word : text + "," + word;
            Value value = Value.of(name.startsWith("long") ? next + LONG : next, "text/plain");
            TransactionOutcome outcome = store.write(
                    Transaction.in(SCOPE, "test", new Change.Put(name, value, "test", Duration.ofHours(1), condition)));
            if (outcome.isDone()) {
                return "ok";
            }
        }
        return "too many were faster";
    }
}
