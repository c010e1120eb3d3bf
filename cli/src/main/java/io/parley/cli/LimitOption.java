package io.parley.cli;

import io.parley.ConfigurationException;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.cxf.settings.Setting;
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
    private static final String PLACE = "on the command line";

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    @Option(
            names = "--limit",
            paramLabel = "SETTING=VALUE",
            description = "Value of a limit, such as parley.limits.depth=500; may be repeated.")
    private Map<String, String> limits = new LinkedHashMap<>();

    /** Returns the default limits with the given changes. */
    Limits limits() {
        Limits all = Limits.defaults();
        for (Map.Entry<String, String> each : limits.entrySet()) {
            Limit limit = Arrays.stream(Limit.values())
                    .filter(known -> known.setting().equals(each.getKey()))
                    .findFirst()
                    .orElseThrow(() -> refused(ConfigurationException.unknown(
                            each.getKey(),
                            Arrays.stream(Limit.values()).map(Limit::setting).toList())));
            try {
                all = all.with(limit, Setting.of(limit).read(each.getValue(), () -> PLACE));
            } catch (ConfigurationException e) {
                throw refused(e);
            }
        }
        return all;
    }

    private ParameterException refused(ConfigurationException fault) {
        return new ParameterException(
                Objects.requireNonNull(spec).commandLine(), fault.at(PLACE).getMessage(), fault);
    }
}
