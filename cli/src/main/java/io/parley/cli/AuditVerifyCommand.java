package io.parley.cli;

import io.parley.context.ContextStore;
import io.parley.recording.Finding;
import io.parley.recording.Recording;
import io.parley.recording.Verification;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The {@code audit verify} command: verifies recordings. */
@Command(
        name = "verify",
        description = {
            "Reads recordings from beginning to end and verifies them by their checkpoints.",
            "Names the first record that was altered, removed or replaced."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:complete, or unfinished: everything that the last checkpoint covers is intact",
            "1:broken, or there is no checkpoint to verify it by",
            "2:the command line is invalid"
        })
final class AuditVerifyCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private RecordingChoice choice = new RecordingChoice();

    @Option(
            names = "--key",
            paramLabel = "FILE",
            description = "An Ed25519 public key (PEM) that checkpoints must be signed with.")
    private @Nullable Path key;

    @Option(names = "--json", description = "Prints one JSON object per line and nothing else.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        Console console = Console.of(Objects.requireNonNull(spec));
        PublicKey signer = key == null ? null : read(key);
        boolean proven = true;
        try (ContextStore store = choice.store()) {
            for (Recording recording : choice.recordings()) {
                Verification verification = recording.verify(store, signer);
                print(console, recording, verification);
                proven &= verification.result() == Verification.Result.WHOLE
                        || verification.result() == Verification.Result.UNFINISHED;
            }
        }
        return proven ? ExitCode.OK : ExitCode.FAILED;
    }

    private void print(Console console, Recording recording, Verification verification) {
        if (json) {
            console.json(Verified.of(recording, verification));
            return;
        }
        String name = recording.folder() + ": ";
        switch (verification.result()) {
            case WHOLE ->
                console.line(name + "whole: " + verification.records() + " records, checkpoint from the "
                        + verification.checkpoint());
            case UNFINISHED ->
                console.line(name + "unfinished: " + verification.proven()
                        + " records up to the last checkpoint, from the "
                        + verification.checkpoint() + ", and " + (verification.records() - verification.proven())
                        + " behind it");
            case UNPROVEN ->
                console.line(name + "unproven: " + verification.records() + " records fit, but there is no checkpoint"
                        + (key == null ? "" : " signed with that key"));
            case BROKEN ->
                console.line(name + "broken: " + verification.finding().orElseThrow());
        }
    }

    private static PublicKey read(Path file) throws IOException {
        String pem = Files.readString(file).replaceAll("-----[A-Z ]+-----", "").replaceAll("\\s", "");
        try {
            return KeyFactory.getInstance("Ed25519")
                    .generatePublic(new X509EncodedKeySpec(Base64.getDecoder().decode(pem)));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException(file + ": expected an Ed25519 public key in PEM, found none", e);
        }
    }

    /** JSON object of a verification. */
    record Verified(
            String recording,
            String result,
            long records,
            long proven,
            String checkpoint,
            boolean signed,
            @Nullable Finding finding) {
        static Verified of(Recording recording, Verification verification) {
            return new Verified(
                    recording.folder().toString(),
                    verification.result().name(),
                    verification.records(),
                    verification.proven(),
                    verification.checkpoint(),
                    verification.isSigned(),
                    verification.finding().orElse(null));
        }
    }
}
