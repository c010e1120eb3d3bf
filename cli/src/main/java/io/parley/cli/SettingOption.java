package io.parley.cli;

import io.parley.ConfigurationException;
import io.parley.cxf.SettingsCheck;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option that sets settings of a feature. */
final class SettingOption {
    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    @Option(
            names = "--set",
            paramLabel = "SETTING=VALUE",
            description = "Value of a setting, such as parley.compression=zstd; may be repeated.")
    private Map<String, String> settings = new LinkedHashMap<>();

    /**
     * Returns the settings, with their values as text.
     *
     * @throws ParameterException if one is unknown or has an invalid value
     */
    Map<String, String> checked() {
        settings.forEach((name, value) -> {
            try {
                SettingsCheck.of(name, value);
            } catch (ConfigurationException e) {
                throw new ParameterException(
                        Objects.requireNonNull(spec).commandLine(),
                        e.at("on the command line").getMessage(),
                        e);
            }
        });
        return settings;
    }
}
