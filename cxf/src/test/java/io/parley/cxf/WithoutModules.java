package io.parley.cxf;

import io.parley.ConfigurationException;
import java.util.Map;

/**
 * A program whose class path has only what the plugin needs; prints the outcome of its call and which settings are
 * refused.
 */
final class WithoutModules {
    private WithoutModules() {}

    public static void main(String[] arguments) {
        System.out.println(OneCall.make());
        Map<String, String> settings = Map.of(
                "parley.representations", "tdxml,hhfr",
                "parley.compression", "delta",
                "parley.recording", "tapes");
        settings.forEach((name, value) -> {
            try {
                new ParleyFeature().set(name, value);
                System.out.println("taken: " + name);
            } catch (ConfigurationException e) {
                System.out.println(e.getMessage());
            }
        });
        System.exit(0);
    }
}
