package io.parley.bench.fault;

import io.parley.bench.contest.Scratch;
import io.parley.bench.result.Json;
import io.parley.bench.result.RunInfo;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Runs all trials one after the other and writes the page about them.
 *
 * @param progress receives a line at the start of each trial
 */
public record FaultProgram(Consumer<String> progress) {
    /**
     * Runs the trials whose names SYSTEM/FAULT are wanted. Needs Linux, where loopback has a second address.
     *
     * @param out receives tables at the end or, with {@code json}, a line for each trial
     * @param page the file that is written at the end; null for none
     * @return true if every trial could be run, whatever its outcome
     */
    public boolean run(Predicate<String> wanted, boolean json, PrintWriter out, @Nullable Path page, RunInfo info)
            throws IOException, InterruptedException {
        List<Outcome> outcomes = new ArrayList<>();
        boolean all = true;
        for (Fault fault : Fault.values()) {
            for (String system : Rivals.all().keySet()) {
                String name = system + "/" + fault.name().toLowerCase(Locale.ROOT);
                if (!wanted.test(name)) {
                    continue;
                }
                progress.accept(name);
                Scratch scratch = Scratch.of("fault");
                try {
                    Outcome outcome = Trial.run(system, fault, scratch.folder());
                    outcomes.add(outcome);
                    if (json) {
                        Json.print(outcome, out);
                    }
                    scratch.close();
                } catch (IOException e) {
                    all = false;
                    progress.accept(name + ": " + e.getMessage() + " (" + scratch.folder() + ")");
                }
            }
        }
        if (!json) {
            for (Fault fault : Fault.values()) {
                if (outcomes.stream().anyMatch(outcome -> outcome.fault().equals(fault.name()))) {
                    out.println(fault.sentence());
                    FaultPage.table(fault, outcomes).print(out);
                }
            }
        }
        if (page != null) {
            FaultPage.write(page, outcomes, info);
        }
        return all;
    }
}
