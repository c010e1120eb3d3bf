package io.parley.cli;

import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;
import io.parley.endpoint.ChannelTrial;
import io.parley.frame.Preamble;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.FallbackReason;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The {@code doctor} command: checks a service and the network path to it. */
@Command(
        name = "doctor",
        description = {
            "Checks a service and the network path to it, and advises how to solve each problem.",
            "The checks: proxies, DNS, port, TLS, HTTP, clocks, negotiation, versions, channels, limits, store.",
            "Calls none of the service's operations. Also lists what was not checked."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:calls to the service would stream, and no check failed",
            "1:a check failed",
            "2:the command line is invalid",
            "3:no check of the path failed, but calls to the service would use SOAP"
        })
final class DoctorCommand implements Callable<Integer> {
    private static final int PINGS = 3;

    /** Findings about what is never checked. */
    private static final List<Finding> NEVER = List.of(
            Finding.skipped("operations", "none is called: handlers, speed and load are not checked"),
            Finding.skipped("logins", "requests have no HTTP or WS-Security credentials"),
            Finding.skipped("quic, jms", "only the stream and the channels over HTTP are tried"),
            Finding.skipped("other paths", "only the path from this machine is checked, not those of other clients"));

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "URL", description = "Address of the service.")
    private String url = "";

    @Option(
            names = "--store",
            paramLabel = "ADDRESS",
            description = "An existing context store to check too, such as postgresql://db/parley.")
    private @Nullable String store;

    @Mixin
    private final SettingOption settings = new SettingOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    @Override
    public Integer call() {
        CommandSpec command = Objects.requireNonNull(spec);
        URI address = UrlArgument.of(url, command);
        checkStoreAddress(command);
        Preparation.awaitLogs();
        List<Finding> findings = new ArrayList<>(NetworkCheck.of(address, Clock.systemUTC()));
        boolean streams = false;
        if (findings.stream().noneMatch(Finding::isFailure)) {
            streams = negotiation(address, findings);
        } else {
            findings.add(Finding.skipped(
                    "negotiation", "not checked, and neither are channels and limits, since an earlier check failed"));
        }
        findings.add(store == null ? Finding.skipped("store", "none was named by --store") : stored(store));
        findings.addAll(NEVER);
        boolean failed = findings.stream().anyMatch(Finding::isFailure);
        Console console = Console.of(command);
        json.print(
                console,
                new Diagnosis(url, streams, !failed, findings),
                findings.stream().flatMap(each -> each.lines().stream()).toList());
        return failed ? ExitCode.FAILED : streams ? ExitCode.OK : ExitCode.FELL_BACK;
    }

    private void checkStoreAddress(CommandSpec command) {
        if (store != null && store.indexOf(':') < 1) {
            throw new ParameterException(
                    command.commandLine(),
                    "--store: expected the address of a store, such as sqlite:PATH, found no colon in it");
        }
    }

    /** Negotiates with the service and returns whether calls would stream. */
    private boolean negotiation(URI address, List<Finding> findings) {
        ServiceTrials trials = new ServiceTrials(address, ServiceTrials.client(address));
        Map<String, String> set = settings.checked();
        ChannelTrial trial;
        try {
            trial = set.isEmpty() ? trials.ofCalls(PINGS) : PluginTrial.of(address, set, PINGS);
        } catch (IOException e) {
            findings.add(Finding.failed("negotiation", Failures.text(e), "see the log of the service"));
            return false;
        }
        FallbackReason reason = trial.reason().orElse(null);
        if (reason != null) {
            String detail = trial.detail().isEmpty() ? "" : " (" + trial.detail() + ")";
            findings.add(Finding.warning(
                    "negotiation", "calls use SOAP, " + reason + ": " + reason.sentence() + detail, reason.fix()));
        }
        trial.agreement().ifPresent(agreement -> agreed(agreement, findings));
        if (reason == FallbackReason.NOT_CAPABLE) {
            findings.add(Finding.skipped("channels", "a service without Parley has none"));
        } else {
            ChannelReport.of(address, trials).forEach(report -> findings.add(channel(report)));
        }
        return trial.agreement().isPresent();
    }

    private static void agreed(Agreement agreement, List<Finding> findings) {
        findings.add(Finding.ok(
                "negotiation",
                "calls stream, " + agreement.representation() + " over " + agreement.channel() + ", compression "
                        + agreement.compression() + ", for "
                        + agreement.lifetime().toSeconds() + " s"));
        findings.add(versions());
        findings.add(Finding.ok(
                "limits",
                "messages of up to " + agreement.limits().get(Limit.MESSAGE_BYTES) + " bytes, "
                        + agreement.limits().get(Limit.STREAMS) + " calls at a time"));
    }

    /**
     * Reports the protocol version. The service only reveals the protocol: its software is not disclosed before a
     * login.
     */
    private static Finding versions() {
        return Finding.ok(
                "versions",
                "both sides speak protocol " + Preamble.VERSION + "; here Parley " + Main.Version.built() + ", CXF "
                        + org.apache.cxf.version.Version.getCurrentVersion() + ", Java "
                        + Runtime.version().feature());
    }

    /** Reports a channel; one that does not open is only a warning, since calls use the next. */
    private static Finding channel(ChannelReport report) {
        if (report.opens()) {
            return Finding.ok(
                    report.channel(), "opens, in " + Millis.text(report.openedMs()) + " with the negotiation");
        }
        String detail = report.detail().isEmpty() ? "" : " (" + report.detail() + ")";
        return Finding.warning(
                report.channel(), "does not open: " + report.reason() + detail, Objects.requireNonNull(report.toDo()));
    }

    private static Finding stored(String address) {
        if (ContextsOptions.isMissingFile(address)) {
            return Finding.failed(
                    "store", "there is no file of " + address, "correct the path; parley ctx put makes one");
        }
        try (ContextStore opened = ContextStores.open(address, StoreSettings.defaults())) {
            return Finding.ok("store", described(opened));
        } catch (ParleyException | IllegalArgumentException e) {
            return Finding.failed("store", Failures.text(e), "see docs/guide/context-stores.md");
        }
    }

    private static String described(ContextStore opened) {
        return opened.capabilities().engine() + " opens, nothing was read or written; "
                + opened.capabilities().durability()
                + (opened.capabilities().shared() ? ", shared by processes" : ", for one process");
    }

    /** JSON object of the diagnosis. */
    record Diagnosis(String url, boolean streams, boolean healthy, List<Finding> findings) {}
}
