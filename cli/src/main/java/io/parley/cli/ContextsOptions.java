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

/** Where contexts are and who asks, the same for all commands about them. */
final class ContextsOptions {
    /** Not an option: other users of the machine see those. */
    private static final String PASSWORD = "PARLEY_PASSWORD";

    /** The engine whose stores are files. */
    private static final String FILE_ENGINE = "sqlite:";

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    @Parameters(index = "0", paramLabel = "STORE", description = "Address of a store, or URL of a WS-Context service.")
    private String store = "";

    @Option(
            names = "--as",
            paramLabel = "NAME",
            description = {
                "Principal that asks, and owns what is made (default: the user's name).",
                "To a service it is sent, with the password in " + PASSWORD + ", if that is set."
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

    /** What the command line asks for is not there to be had; the text says what is. */
    ParameterException wrong(String text) {
        return new ParameterException(Objects.requireNonNull(spec).commandLine(), text);
    }

    /** Opens what the command line names, and makes nothing: a path that was mistyped is an error, no empty store. */
    Contexts openExisting() {
        if (isMissingFile(store)) {
            throw wrong("expected a context store at " + store + ", found no file; parley ctx put makes one");
        }
        return open();
    }

    /** Returns whether an address is of a store in a file that is not there. */
    static boolean isMissingFile(String address) {
        return address.startsWith(FILE_ENGINE) && !Files.exists(Path.of(address.substring(FILE_ENGINE.length())));
    }

    /** Opens what the command line names; a store in a file that is not there yet is made. */
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

    /** What one value may have. */
    Limits limits() {
        return Limits.defaults();
    }
}
