package io.parley.bench;

import io.parley.bench.measure.Ground;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./parley bench turns}: systems side by side within some seconds, for who changes something. */
@Command(
        name = "turns",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = {
            "Has systems echo workloads by turns in one JVM, and prints for a call of each: the median time,",
            "the processor time of the whole process, the sleeps of its threads, what they allocated,",
            "and the ratios of the first two to those of the system named last."
        })
final class TurnsCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private final TurnsChoice choice = new TurnsChoice();

    @Override
    public Integer call() throws IOException {
        choice.measure(Objects.requireNonNull(spec).commandLine(), Ground.HERE, false);
        return 0;
    }
}
