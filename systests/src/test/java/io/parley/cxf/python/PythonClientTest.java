package io.parley.cxf.python;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.conformance.Clients;
import io.parley.conformance.Result;
import io.parley.conformance.ShownCertificate;
import io.parley.conformance.Suite;
import io.parley.cxf.Certificates;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Builds the client written in Python, installs it in an empty environment, and runs its tests against services here.
 * Skipped, with the reason printed, if Python 3.11 or its libraries are missing. With {@code
 * -Dparley.python.figure=true} it measures an array of 11 MB as well.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PythonClientTest {
    private static final long MOST_SECONDS = 300;
    /** A violation that the library {@code websockets} accepts, as clients/python/README.md says. */
    private static final String OF_ITS_LIBRARY = "a length in more bytes than it needs is closed with 1002";

    private static final String VERSION = "import sys; sys.exit(sys.version_info < (3, 11))";
    private static final String REQUIREMENTS = "import tomllib; p = tomllib.load(open('pyproject.toml', 'rb'));"
            + " o = p['project']['optional-dependencies'];"
            + " print('\\n'.join(r for r in p['build-system']['requires'] + p['project']['dependencies']"
            + " + o['async'] + o['numpy'] + o['test'] if not r.startswith('parley')))";

    private final Path repository = Path.of("..").toAbsolutePath().normalize();
    private final Path client = repository.resolve("clients/python");

    @TempDir
    private static Path folder;

    private Path python;

    @BeforeAll
    void install() throws IOException, InterruptedException {
        python = installed();
    }

    @Shows(Use.PYTHON)
    @Test
    void theTestsOfThePythonClientPassAgainstServicesHere() throws Exception {
        try (PythonServices services = PythonServices.publish(folder)) {
            Path addresses = folder.resolve("services");
            Files.write(addresses, services.lines());

            Run tests = run(
                    client,
                    addresses,
                    python.toString(),
                    "-m",
                    "pytest",
                    "-p",
                    "no:cacheprovider",
                    "-rs",
                    "-W",
                    "ignore");

            print(tests.lastLine());
            assertThat(tests.status).as(tests.output).isZero();
            assertThat(tests.lastLine()).contains(" passed").doesNotContain("skipped");
            measure(addresses);
        }
    }

    @Test
    void itsTypesHold() throws IOException, InterruptedException {
        Run types = run(
                client,
                folder,
                python.toString(),
                "-m",
                "mypy",
                "--cache-dir",
                folder.resolve("mypy").toString());
        assertThat(types.status).as(types.output).isZero();
    }

    /**
     * Tests the client against the protocol's pages, by a service that shares no code with it, at http and at https.
     */
    @Test
    void itConformsToThePages() throws Exception {
        KeyStore keys = Certificates.make(folder, "conforming");
        Path trusted = folder.resolve("conforming.pem");
        Files.writeString(
                trusted, PythonServices.pem(keys.getCertificate(keys.aliases().nextElement())));
        ShownCertificate shown =
                ShownCertificate.of(keys, Certificates.password().toCharArray());
        try (PythonCaller stream = new PythonCaller(client, python, trusted, "stream");
                Clients plain = Clients.listen(0, "", stream);
                Clients byTls = Clients.listenByTls(0, "", shown, stream);
                PythonCaller webSocket = new PythonCaller(client, python, trusted, "websocket");
                Clients upgraded = Clients.listen(0, "", webSocket)) {
            judge(plain, List.of());
            judge(byTls, List.of("2", "2.1", "13"));
            judge(upgraded, List.of("15", "16"));
        }
    }

    private static void judge(Clients clients, List<String> sections) throws InterruptedException {
        List<Result> results = Suite.ofClients().only(sections).run(clients, result -> {});
        assertThat(results)
                .filteredOn(each -> each.outcome() == Result.Outcome.FAILED)
                .extracting(Result::title)
                .isSubsetOf(OF_ITS_LIBRARY);
        print(results.stream()
                        .filter(each -> each.outcome() == Result.Outcome.PASSED)
                        .count()
                + " cases of conformance passed");
    }

    private void measure(Path addresses) throws IOException, InterruptedException {
        if (Boolean.getBoolean("parley.python.figure")) {
            Run figure = run(client, addresses, python.toString(), "benchmarks/doubles.py");
            print(figure.output);
            assertThat(figure.status).as(figure.output).isZero();
        }
    }

    /** Creates an environment with the client's wheel and the dependencies of its tests. */
    private Path installed() throws IOException, InterruptedException {
        String found = python().orElse(null);
        if (found == null) {
            skip("no Python 3.11 or later was found");
        }
        Path environment = folder.resolve("environment");
        succeed(run(folder, folder, found, "-m", "venv", environment.toString()));
        Path python = environment.resolve("bin/python");
        Run named = succeed(run(client, folder, python.toString(), "-c", REQUIREMENTS));
        Path requirements = Files.writeString(folder.resolve("requirements"), named.output);
        Run libraries = run(
                folder,
                folder,
                python.toString(),
                "-m",
                "pip",
                "install",
                "-q",
                "--no-compile",
                "-r",
                requirements.toString());
        if (libraries.status != 0) {
            skip("the libraries of the Python client cannot be had: " + libraries.lastLine());
        }
        String wheels = folder.resolve("wheels").toString();
        String[] build = {
            "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", wheels, copied().toString()
        };
        succeed(run(folder, folder, command(python, build)));
        String[] install = {
            "-m", "pip", "install", "-q", "--no-deps", "--no-index", "-f", wheels, "parley-client", "--pre"
        };
        succeed(run(folder, folder, command(python, install)));
        return python;
    }

    /** Copies the sources to a folder in which a build may leave any files. */
    private Path copied() throws IOException {
        Path copy = folder.resolve("source");
        try (var files = Files.walk(client)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = client.relativize(file).toString();
                boolean isSource = name.startsWith("src/parley/") && !name.contains("__pycache__");
                if (isSource || !name.contains("/")) {
                    Path target = copy.resolve(name);
                    Files.createDirectories(target.getParent());
                    Files.copy(file, target);
                }
            }
        }
        return copy;
    }

    private Optional<String> python() throws InterruptedException {
        for (String name : List.of("python3.13", "python3.12", "python3.11", "python3", "python")) {
            if (isNewEnough(name)) {
                return Optional.of(name);
            }
        }
        return Optional.empty();
    }

    private boolean isNewEnough(String name) throws InterruptedException {
        try {
            return run(folder, folder, name, "-c", VERSION).status == 0;
        } catch (IOException e) {
            return false; // no program of that name exists
        }
    }

    private static String[] command(Path python, String... arguments) {
        List<String> command = new ArrayList<>(List.of(python.toString()));
        command.addAll(List.of(arguments));
        return command.toArray(String[]::new);
    }

    private Run run(Path where, Path addresses, String... command) throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "run", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(where.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("PARLEY_TEST_SERVICES", addresses.toString());
        builder.environment().put("PARLEY_REPOSITORY", repository.toString());
        builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        Process process = builder.start();
        try {
            boolean ended = process.waitFor(MOST_SECONDS, TimeUnit.SECONDS);
            assertThat(ended).as("%s ends", List.of(command)).isTrue();
            return new Run(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
        } finally {
            process.destroyForcibly();
        }
    }

    private static Run succeed(Run run) {
        assertThat(run.status).as(run.output).isZero();
        return run;
    }

    private static void skip(String reason) {
        print("skipped: " + reason);
        Assumptions.abort(reason);
    }

    @SuppressWarnings("SystemOut") // a build shows what was run, or why it was skipped
    private static void print(String line) {
        System.out.println("Python client: " + line);
    }

    private record Run(int status, String output) {
        String lastLine() {
            List<String> lines = output.strip().lines().toList();
            return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
        }
    }
}
