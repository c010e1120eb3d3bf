package io.parley.cli;

import io.parley.Limits;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;
import io.parley.store.wscontext.ContextServiceHandler;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Options that all commands about contexts have: the store or service, and the principal. */
final class ContextsOptions {
    /** Environment variable of the password; not an option, since other users of the machine can see those. */
    private static final String PASSWORD = "PARLEY_PASSWORD";

    /** Prefix of addresses of stores in files. */
    private static final String FILE_ENGINE = "sqlite:";

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    @Parameters(index = "0", paramLabel = "STORE", description = "Address of a store, or URL of a WS-Context service.")
    private String store = "";

    @Option(
            names = "--as",
            paramLabel = "NAME",
            description = {
                "Principal that accesses and owns entries (default: the user's name).",
                "Sent to a service with the password in " + PASSWORD + ", if that is set."
            })
    private @Nullable String principal;

    @Mixin
    private final JsonOption json = new JsonOption();

    boolean json() {
        return json.isGiven();
    }

    Console console() {
        return Console.of(Objects.requireNonNull(spec));
    }

    /** Returns an error of usage with a text. */
    ParameterException wrong(String text) {
        return new ParameterException(Objects.requireNonNull(spec).commandLine(), text);
    }

    /** Opens the store or service without creating it: a mistyped path is an error, not an empty store. */
    Contexts openExisting() {
        if (isMissingFile(store)) {
            throw wrong("expected a context store at " + store + ", found no file; parley ctx put makes one");
        }
        return open();
    }

    /** Returns whether an address names a store in a file that does not exist. */
    static boolean isMissingFile(String address) {
        return address.startsWith(FILE_ENGINE) && !Files.exists(Path.of(address.substring(FILE_ENGINE.length())));
    }

    /** Opens the store or service; creates a store in a file if it does not exist. */
    Contexts open() {
        if (store.startsWith("http:") || store.startsWith("https:")) {
            return new ServedContexts(service(), this);
        }
        if (store.indexOf(':') < 1) {
            throw wrong(
                    "expected the address of a store or service, such as sqlite:" + store + ", found no colon in it");
        }
        String name = principal == null ? System.getProperty("user.name") : principal;
        return new StoredContexts(ContextStores.open(store, StoreSettings.defaults()), name);
    }

    private ContextServiceHandler service() {
        ContextServiceHandler service = ContextServiceHandler.at(store);
        String password = System.getenv(PASSWORD);
        if (password == null) {
            return service;
        }
        return service.as(principal == null ? System.getProperty("user.name") : principal, password);
    }

    /** Returns the limits of a value. */
    Limits limits() {
        return Limits.defaults();
    }
}
