package io.parley.cli;

import io.parley.Limit;
import io.parley.Limits;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option that sets limits. */
final class LimitOption {
    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    @Option(
            names = "--limit",
            paramLabel = "SETTING=VALUE",
            description = "Another value for a limit, as in parley.limits.depth=500.")
    private Map<String, Long> limits = new LinkedHashMap<>();

    /** The default limits, but for those that were named. */
    Limits limits() {
        Limits all = Limits.defaults();
        for (Map.Entry<String, Long> each : limits.entrySet()) {
            Limit limit = Arrays.stream(Limit.values())
                    .filter(known -> known.setting().equals(each.getKey()))
                    .findFirst()
                    .orElseThrow(() -> new ParameterException(
                            Objects.requireNonNull(spec).commandLine(),
                            "expected a limit of docs/reference/limits.md, found " + each.getKey()));
            all = all.with(limit, each.getValue());
        }
        return all;
    }
}
