package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Tests every command with wrong values of every option and parameter: it prints an error and never a stack trace. */
class WrongArgumentsTest {
    private static final List<String> WRONG =
            List.of("", "-1", "99999999999", "nonsense", "a=b", "://", "/proc/none/x");
    private static final int PATIENCE_SECONDS = 60;

    private final ExecutorService threads = Executors.newSingleThreadExecutor();

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    static Stream<Arguments> commands() {
        return leaves(Main.commandLine()).map(command -> Arguments.of(command.qualifiedName(" "), command));
    }

    private static Stream<CommandSpec> leaves(CommandLine command) {
        return command.getSubcommands().isEmpty()
                ? Stream.of(command.getCommandSpec())
                : command.getSubcommands().values().stream().flatMap(WrongArgumentsTest::leaves);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("commands")
    void wrongValuesAreErrorsInASentence(String name, CommandSpec command) throws Exception {
        List<String> path = Arrays.asList(name.split(" ", -1));
        for (List<String> arguments : wrong(command)) {
            List<String> all = new ArrayList<>(path.subList(1, path.size()));
            all.addAll(arguments);
            CommandRun run = run(all);

            assertThat(run.exitCode()).as("%s: %s", all, run.out()).isIn(ExitCode.FAILED, ExitCode.USAGE);
            assertThat(run.err()).as("%s", all).isNotBlank().doesNotContain("\tat ", "Exception:", "null");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--host=", "--host=nobody.invalid"})
    void aHostWithoutAddressIsRefusedBeforeAnythingIsBound(String host) {
        for (String command : List.of("broker", "serve")) {
            CommandRun run = CommandRun.of(command, "--port=0", host);

            assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(run.err()).contains("--host: expected a name or address of this machine");
        }
    }

    @Test
    void aCommandThatIsNotKnownIsAnErrorThatNamesWhatThereIs() {
        CommandRun run = CommandRun.of("prob");

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("parley probe").doesNotContain("\tat ");
    }

    /**
     * Returns argument lists with each wrong value of each option, together with the required ones, and of the
     * parameters.
     */
    private static List<List<String>> wrong(CommandSpec command) {
        List<List<String>> all = new ArrayList<>();
        for (OptionSpec option : command.options()) {
            if (option.arity().max() > 0 && isRead(option)) {
                WRONG.forEach(value -> all.add(with(command, option, value)));
            }
        }
        if (command.positionalParameters().stream().anyMatch(each -> each.required())) {
            WRONG.stream().filter(value -> !value.equals("-1")).forEach(value -> all.add(with(command, null, value)));
        }
        all.add(List.of("--no-such-option"));
        return all;
    }

    /**
     * Returns whether the option's value is parsed: names, principals, elements and files to be written may be any
     * text.
     */
    private static boolean isRead(OptionSpec option) {
        return !List.of("NAME", "ELEMENT", "MEDIA_TYPE", "CONTEXT", "FILE", "DIR")
                .contains(option.paramLabel());
    }

    private static List<String> with(CommandSpec command, OptionSpec wrong, String value) {
        List<String> arguments = new ArrayList<>();
        if (wrong != null) {
            arguments.add(wrong.longestName() + "=" + value);
        }
        for (OptionSpec option : command.options()) {
            if (option.required() && !option.equals(wrong)) {
                arguments.add(option.longestName() + "=" + (wrong == null ? value : "nonsense"));
            }
        }
        for (PositionalParamSpec parameter : command.positionalParameters()) {
            if (parameter.required()) {
                arguments.add(wrong == null ? value : "nonsense");
            }
        }
        return arguments;
    }

    /** Runs a command. One that accepts the value and keeps running times out, which fails the test. */
    private CommandRun run(List<String> arguments) throws Exception {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Future<Integer> running = threads.submit(() -> CommandRun.of(out, err, arguments.toArray(String[]::new)));
        return new CommandRun(running.get(PATIENCE_SECONDS, TimeUnit.SECONDS), out.toString(), err.toString());
    }
}
