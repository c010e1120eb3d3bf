package io.parley.cli;

import io.parley.endpoint.ChannelTrial;
import io.parley.endpoint.OfferExchange;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.FallbackReason;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
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

/** The {@code probe} command: reports whether a service would stream. */
@Command(
        name = "probe",
        description = {
            "Reports whether a service supports Parley, the agreed terms, and the time of round trips.",
            "If calls would use SOAP, reports the reason and what to do. Calls none of the service's operations.",
            "Tries each channel with a session of its own, and reports whether and how fast it opens, or "
                    + "which header a proxy dropped, or which port is closed."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:calls to the service would stream",
            "1:there is no answer at the address",
            "2:the command line is invalid",
            "3:calls to the service would use SOAP"
        })
final class ProbeCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "URL", description = "URL of the service, or of its WSDL (ends with ?wsdl).")
    private String url = "";

    @Option(
            names = "--pings",
            paramLabel = "COUNT",
            defaultValue = "20",
            description = "Number of round trips on the session (default: ${DEFAULT-VALUE}).")
    private int pings;

    @Mixin
    private final SettingOption settings = new SettingOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    @Override
    public Integer call() throws IOException {
        CommandSpec command = Objects.requireNonNull(spec);
        URI given = UrlArgument.of(url, command);
        Preparation.awaitLogs();
        Map<String, String> set = settings.checked();
        Console console = Console.of(command);
        if (pings < 1) {
            throw new ParameterException(command.commandLine(), "--pings: expected 1 or more, found " + pings);
        }
        ChannelTrial trial;
        URI address;
        ServiceTrials trials;
        try {
            HttpClient http = ServiceTrials.client(given);
            address = WsdlAddress.isWsdl(given) ? WsdlAddress.read(given, http) : given;
            boolean alike = String.valueOf(given.getScheme()).equalsIgnoreCase(address.getScheme());
            trials = new ServiceTrials(address, alike ? http : ServiceTrials.client(address));
            trial = set.isEmpty() ? trials.ofCalls(pings) : PluginTrial.of(address, set, pings);
        } catch (IOException e) {
            throw Failures.explained(e, url);
        }
        // A service that does not support Parley would be asked once for each channel, and would log it.
        List<ChannelReport> channels =
                trial.reason().filter(FallbackReason.NOT_CAPABLE::equals).isPresent()
                        ? List.of()
                        : ChannelReport.of(address, trials);
        Probed probed = Probed.of(trial, channels);
        if (json.isGiven()) {
            console.json(probed);
        } else {
            print(probed, console);
        }
        return trial.agreement().isPresent() ? ExitCode.OK : ExitCode.FELL_BACK;
    }

    private void print(Probed probed, Console console) {
        printTerms(probed, console);
        probed.channels().forEach(channel -> channel.lines().forEach(console::line));
    }

    private void printTerms(Probed probed, Console console) {
        if (probed.terms() == null) {
            FallbackReason reason = FallbackReason.valueOf(Objects.requireNonNull(probed.reason()));
            console.line("not capable: calls would use SOAP");
            console.line("reason      " + reason + ": " + reason.sentence()
                    + (probed.detail().isEmpty() ? "" : " (" + probed.detail() + ")"));
            console.line("to do       " + reason.fix());
            return;
        }
        Terms terms = probed.terms();
        console.line("capable: calls would stream");
        console.line("agreed      " + terms.representation() + " over " + terms.channel() + " at "
                + (terms.addresses().isEmpty() ? "the same address" : String.join(", ", terms.addresses())));
        console.line("            security " + terms.security() + ", compression " + terms.compression()
                + ", reliability " + terms.reliability() + ", for " + terms.lifetimeSeconds() + " s");
        console.line("negotiation " + Millis.text(probed.negotiationMs()) + " (offer " + probed.offerBytes()
                + " bytes, answer " + probed.answerBytes() + " bytes, session opened)");
        console.line("round trip  " + Millis.text(probed.roundTripMs()) + " (median of " + pings + " pings)");
    }

    /** The agreed terms, for text and JSON. */
    record Terms(
            String representation,
            String channel,
            List<String> addresses,
            String security,
            String compression,
            String reliability,
            long lifetimeSeconds) {
        static Terms of(Agreement agreement) {
            return new Terms(
                    agreement.representation(),
                    agreement.channel(),
                    agreement.addresses().stream().map(String::valueOf).toList(),
                    agreement.security().toString().toLowerCase(Locale.ROOT),
                    agreement.compression(),
                    agreement.reliability().toString().toLowerCase(Locale.ROOT),
                    agreement.lifetime().toSeconds());
        }
    }

    /** JSON object of the probe. */
    record Probed(
            boolean capable,
            @Nullable String reason,
            String detail,
            @Nullable Terms terms,
            int offerBytes,
            int answerBytes,
            @Nullable Double negotiationMs,
            @Nullable Double roundTripMs,
            List<ChannelReport> channels) {
        static Probed of(ChannelTrial trial, List<ChannelReport> channels) {
            return new Probed(
                    trial.agreement().isPresent(),
                    trial.reason().map(Enum::name).orElse(null),
                    trial.detail(),
                    trial.agreement().map(Terms::of).orElse(null),
                    trial.exchange().map(OfferExchange::offerBytes).orElse(0),
                    trial.exchange().map(OfferExchange::replyBytes).orElse(0),
                    trial.exchange().map(sent -> Millis.of(trial.took())).orElse(null),
                    median(trial.roundTrips()),
                    channels);
        }

        private static @Nullable Double median(List<Duration> times) {
            if (times.isEmpty()) {
                return null;
            }
            List<Duration> sorted = new ArrayList<>(times);
            Collections.sort(sorted);
            return Millis.of(sorted.get(sorted.size() / 2));
        }
    }
}
