import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarFile;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;

/**
 * Installs the jars of a class path into an OSGi framework and resolves Parley's: {@code java -cp FRAMEWORK.jar Resolve.java CLASSPATH KNOWN}.
 * It prints each bundle of Parley with what it misses, and the jars that are no bundles. Exit code 1: others than those known are not resolved.
 */
public final class Resolve {
    private Resolve() {}

    public static void main(String[] arguments) throws Exception {
        Path cache = Files.createTempDirectory("osgi");
        Framework framework = ServiceLoader.load(FrameworkFactory.class)
                .findFirst()
                .orElseThrow()
                .newFramework(Map.of(
                        Constants.FRAMEWORK_STORAGE, cache.toString(),
                        Constants.FRAMEWORK_STORAGE_CLEAN, Constants.FRAMEWORK_STORAGE_CLEAN_ONFIRSTINIT));
        framework.init();
        List<String> plain = new ArrayList<>();
        Map<String, Bundle> own = new TreeMap<>();
        int others = 0;
        Set<String> installed = new HashSet<>();
        for (String jar : arguments[0].split(File.pathSeparator)) {
            String name = symbolicName(Path.of(jar));
            if (name.isEmpty()) {
                plain.add(Path.of(jar).getFileName().toString());
                continue;
            }
            if (!installed.add(name) && name.startsWith("io.parley")) {
                continue; // The class path of the user's project has it too.
            }
            Bundle bundle = framework.getBundleContext().installBundle(Path.of(jar).toUri().toString());
            if (name.startsWith("io.parley")) {
                own.put(name, bundle);
            } else {
                others++;
            }
        }
        framework.start();
        Map<String, String> missing = new HashMap<>();
        own.forEach((name, bundle) -> {
            try {
                bundle.start();
            } catch (BundleException e) {
                if (bundle.getState() < Bundle.RESOLVED) {
                    missing.put(name, e.getMessage());
                }
            }
        });
        own.forEach((name, bundle) -> System.out.println(name + ": "
                + (missing.containsKey(name) ? "NOT RESOLVED: " + missing.get(name) : "resolved")));
        System.out.println(own.size() + " bundles of Parley beside " + others + " of others; no bundles: " + plain);
        framework.stop();
        System.exit(missing.keySet().equals(Set.of(arguments[1].split(","))) ? 0 : 1);
    }

    private static String symbolicName(Path jar) throws IOException {
        if (!Files.isRegularFile(jar)) {
            return "";
        }
        try (JarFile file = new JarFile(jar.toFile())) {
            String name = file.getManifest() == null ? null : file.getManifest().getMainAttributes().getValue("Bundle-SymbolicName");
            return name == null ? "" : name;
        }
    }
}
