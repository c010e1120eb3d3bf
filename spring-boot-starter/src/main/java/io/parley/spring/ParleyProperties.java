package io.parley.spring;

import io.parley.ConfigurationException;
import io.parley.cxf.SettingsCheck;
import io.parley.cxf.settings.Setting;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Validated settings among the properties of an application. Immutable. */
final class ParleyProperties {
    static final String PREFIX = "parley";

    private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of(PREFIX);
    private static final Bindable<List<String>> STRINGS = Bindable.listOf(String.class);
    private final Map<String, String> values;

    private ParleyProperties(Map<String, String> values) {
        this.values = Collections.unmodifiableMap(values);
    }

    /**
     * Reads and validates the properties.
     *
     * @throws ConfigurationException if a name is unknown or a value is invalid; names the file and the line
     */
    static ParleyProperties of(Environment environment) {
        List<ConfigurationPropertySource> sources = new ArrayList<>();
        ConfigurationPropertySources.get(environment).forEach(sources::add);
        sources.forEach(ParleyProperties::checkNames);
        Map<String, String> values = new LinkedHashMap<>();
        for (Setting<?> setting : Setting.all()) {
            String value = value(setting.name(), environment);
            if (!value.isEmpty()) {
                checkValue(setting.name(), value, sources);
                values.put(setting.name(), value);
            }
        }
        return new ParleyProperties(values);
    }

    /** Returns the values by the full names of their settings, including secrets. */
    Map<String, String> settings() {
        return values;
    }

    /**
     * Returns the values by their names without the prefix, secrets masked, regardless of the configuration of {@code
     * configprops}.
     */
    Map<String, String> shown() {
        Map<String, String> shown = new LinkedHashMap<>();
        values.forEach((name, value) -> shown.put(
                name.substring(PREFIX.length() + 1), Setting.named(name).shown(value)));
        return Collections.unmodifiableMap(shown);
    }

    /**
     * Returns the secret setting that a property defines, in any form, including that of an environment variable; empty
     * if there is none.
     */
    static Optional<Setting<?>> secret(String property) {
        String plain = plain(property);
        return Setting.all().stream()
                .<Setting<?>>map(setting -> setting)
                .filter(setting -> setting.isSecret() && plain(setting.name()).equals(plain))
                .findFirst();
    }

    private static String plain(String name) {
        return name.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
    }

    /** Asked for one by one, so that environment variables find theirs: {@code PARLEY_ADVERTISEDHOST}. */
    private static String value(String name, Environment environment) {
        String value = environment.getProperty(name);
        // What YAML has as a list.
        return value == null
                ? String.join(",", Binder.get(environment).bind(name, STRINGS).orElseGet(List::of))
                : value;
    }

    private static void checkValue(String name, String value, List<ConfigurationPropertySource> sources) {
        try {
            SettingsCheck.of(name, value);
        } catch (ConfigurationException e) {
            ConfigurationPropertyName property = ConfigurationPropertyName.of(name);
            throw e.at(sources.stream()
                    .flatMap(source -> Stream.of(property, property.append("[0]"))
                            .flatMap(each -> Optional.ofNullable(source.getConfigurationProperty(each)).stream()))
                    .findFirst()
                    .map(ParleyProperties::place)
                    .orElse("among the application's properties"));
        }
    }

    private static void checkNames(ConfigurationPropertySource source) {
        if (source instanceof IterableConfigurationPropertySource names && !isShared(source)) {
            names.stream()
                    .filter(name -> ROOT.isAncestorOf(name) && !isSetting(name))
                    .findFirst()
                    .ifPresent(name -> refuse(name, source));
        }
    }

    /** Returns whether other programs share a source of properties, where unknown names are not errors. */
    private static boolean isShared(ConfigurationPropertySource source) {
        return source.getUnderlyingSource() instanceof PropertySource<?> place
                && (place instanceof SystemEnvironmentPropertySource
                        || place.getName().equals(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME));
    }

    private static boolean isSetting(ConfigurationPropertyName name) {
        return Setting.all().stream()
                .map(setting -> ConfigurationPropertyName.of(setting.name()))
                .anyMatch(known -> known.equals(name) || known.isAncestorOf(name));
    }

    private static void refuse(ConfigurationPropertyName name, ConfigurationPropertySource source) {
        List<String> names = Setting.all().stream().map(Setting::name).toList();
        ConfigurationException unknown = ConfigurationException.unknown(name.toString(), names);
        ConfigurationProperty property = source.getConfigurationProperty(name);
        throw property == null ? unknown : unknown.at(place(property));
    }

    private static String place(ConfigurationProperty property) {
        return property.getOrigin() == null ? "among the application's properties" : "in " + property.getOrigin();
    }
}
