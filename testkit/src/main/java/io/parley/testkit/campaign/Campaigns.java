package io.parley.testkit.campaign;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;

/** The program behind {@code ./campaign}. Writes the result to standard output, and progress to standard error. */
public final class Campaigns {
    /** Line of the list: name, default number of runs, purpose. */
    private static final String LINE = "%-9s %-12s %s";

    private static final String USAGE =
            "usage: campaign list | campaign NAME [--runs N | --minutes N (history, soak) | --sessions N (load,"
                    + " load-cxf, storm)] [--seed S] [--channel NAME (cut, crash, client, takeover, history)] [--json]"
                    + " [--store ADDRESS | postgresql | infinispan, whose nodes are the servers] | campaign fuzz"
                    + " --hours N [--corpus FOLDER] [--json]; names: ";

    /** Length of each phase of a load, in seconds. */
    private static final int LOAD_SECONDS = 20;

    /** Size of a message's content; with its framing it is just within the limit. */
    private static final int MEMORY_BYTES = 60 * 1024 * 1024;

    private static final String STORE = "--store";
    private static final String CHANNEL = "--channel";
    /** Option {@link #CHANNEL} of campaigns of durable sessions, limited to channels that support them. */
    private static final String DURABLE = "--channel, durable";

    /** Campaigns of this module; other modules register their own. */
    private static final List<Campaign> OWN = List.of(
            new Own(
                    "cut",
                    "resumed sessions, on each channel, over connections that are cut, delayed, sliced and damaged",
                    1000,
                    "runs",
                    Set.of(CHANNEL),
                    order -> new CutCampaign(channelOf(order), order.runs(), order.seed(), order.progress()).run()),
            new Own(
                    "quic",
                    "sessions over QUIC whose datagrams are lost, duplicated and delayed, and whose client changes its"
                            + " address",
                    1000,
                    order -> new DatagramCampaign(order.runs(), order.seed(), order.progress()).run()),
            new Own(
                    "crash",
                    "durable sessions whose server is killed under load",
                    100,
                    "runs",
                    Set.of(DURABLE),
                    order -> CrashCampaign.crash(channelOf(order), order.runs(), order.seed(), order.progress())),
            new Own(
                    "client",
                    "a durable session whose client, and sometimes its server, is killed under load",
                    50,
                    "runs",
                    Set.of(DURABLE),
                    order -> new ClientCampaign(channelOf(order), order.runs(), order.seed(), order.progress()).run()),
            new Own(
                    "journal",
                    "the log of a durable session, truncated at any byte: it can always be opened",
                    1000,
                    order -> new JournalCampaign(order.runs(), order.seed(), order.progress()).run()),
            new Own(
                    "memory",
                    "a server with 256 MiB that receives more than it can hold: what does not fit is refused,"
                            + " other calls are served",
                    MemoryCampaign.forms(),
                    order -> new MemoryCampaign(order.runs(), order.seed(), MEMORY_BYTES, "256m", order.progress())
                            .run()),
            new Own(
                    "takeover",
                    "durable sessions of servers on one store that are killed in turn and replaced by the others",
                    100,
                    "runs",
                    Set.of(STORE, DURABLE),
                    Campaigns::takeover),
            new Own(
                    "history",
                    "durable sessions between processes that are killed, paused, disconnected and given wrong"
                            + " clocks, checked by their records",
                    1,
                    "minutes",
                    Set.of(DURABLE),
                    order -> new HistoryCampaign(
                                    channelOf(order), storeOf(order), order.runs(), order.seed(), order.progress())
                            .run()),
            new Own(
                    "load",
                    "small calls over many sessions, alone and beside peers that are slow or leave requests"
                            + " unfinished: each call has its answer",
                    10_000,
                    "sessions",
                    order -> new LoadCampaign(order.runs(), LOAD_SECONDS, order.seed(), order.progress())
                            .warmedUp()
                            .run()),
            new Own(
                    "storm",
                    "a server with many durable sessions, killed under load: the time until all have answers, none"
                            + " lost or doubled",
                    2_000,
                    "sessions",
                    order -> new StormCampaign(storeOf(order), order.runs(), order.seed(), order.progress()).run()));

    private Campaigns() {}

    /** Runs a campaign and exits with 0 if everything held, 1 if something did not, and 2 for unknown arguments. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        System.exit(run(List.of(arguments), System.out, System.err));
    }

    static int run(List<String> arguments, PrintStream out, PrintStream err) throws IOException, InterruptedException {
        if (!arguments.isEmpty() && arguments.get(0).equals("fuzz")) {
            return FuzzCampaign.run(arguments.subList(1, arguments.size()), out, err);
        }
        Map<String, Campaign> all = all();
        if (arguments.equals(List.of("list"))) {
            all.values().forEach(each -> out.println(line(each)));
            out.println(String.format(LINE, "fuzz", "--hours N", FuzzCampaign.PURPOSE));
            return 0;
        }
        Campaign campaign = arguments.isEmpty() ? null : all.get(arguments.get(0));
        if (campaign == null) {
            err.println(USAGE + all.keySet());
            return 2;
        }
        int runs = campaign.usualRuns();
        long seed = 1;
        String store = "";
        String channel = "";
        boolean json = false;
        try {
            for (int at = 1; at < arguments.size(); at++) {
                String argument = arguments.get(at);
                if (argument.equals("--" + campaign.unit())) {
                    runs = Integer.parseInt(arguments.get(++at));
                    continue;
                }
                switch (argument) {
                    case "--seed" -> seed = Long.parseLong(arguments.get(++at));
                    case STORE -> store = arguments.get(++at);
                    case CHANNEL -> channel = arguments.get(++at);
                    case "--json" -> json = true;
                    default -> {
                        err.println("campaign: unknown argument " + argument);
                        err.println(USAGE + all.keySet());
                        return 2;
                    }
                }
            }
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            err.println("campaign: --" + campaign.unit() + " and --seed need a number, --store an address");
            err.println(USAGE + all.keySet());
            return 2;
        }
        if (campaign.needsStore() && store.isEmpty()) {
            err.println(
                    "campaign: " + campaign.name() + " needs --store, the address of a store that its servers share");
            return 2;
        }
        if (!channel.isEmpty() && !campaign.channels().contains(channel)) {
            err.println(
                    campaign.channels().isEmpty()
                            ? "campaign: " + campaign.name() + " has no --channel"
                            : "campaign: --channel is one of " + campaign.channels() + ", not " + channel);
            return 2;
        }
        CampaignReport result = campaign.run(new Campaign.Order(runs, seed, store, channel, err::println));
        out.println(json ? result.toJson() : result.describe());
        return result.isClean() ? 0 : 1;
    }

    private static String line(Campaign campaign) {
        String usual = "--" + campaign.unit() + " " + campaign.usualRuns();
        return String.format(LINE, campaign.name(), usual, campaign.purpose());
    }

    private static Map<String, Campaign> all() {
        Map<String, Campaign> all = new TreeMap<>();
        OWN.forEach(campaign -> all.put(campaign.name(), campaign));
        ServiceLoader.load(Campaign.class).forEach(campaign -> all.put(campaign.name(), campaign));
        return all;
    }

    @FunctionalInterface
    private interface Body {
        CampaignReport run(Campaign.Order order) throws IOException, InterruptedException;
    }

    private record Own(String name, String purpose, int usualRuns, String unit, Set<String> options, Body body)
            implements Campaign {
        Own(String name, String purpose, int usualRuns, String unit, Body body) {
            this(name, purpose, usualRuns, unit, Set.of(), body);
        }

        Own(String name, String purpose, int usualRuns, Body body) {
            this(name, purpose, usualRuns, "runs", body);
        }

        @Override
        public boolean needsStore() {
            return options.contains(STORE);
        }

        @Override
        public List<String> channels() {
            if (options.contains(DURABLE)) {
                return CampaignChannel.durable();
            }
            return options.contains(CHANNEL) ? CampaignChannel.names() : List.of();
        }

        @Override
        public CampaignReport run(Order order) throws IOException, InterruptedException {
            return body.run(order);
        }
    }

    private static CampaignResult takeover(Campaign.Order order) throws IOException, InterruptedException {
        return order.store().equals("infinispan")
                ? CrashCampaign.takeoverOnInfinispan(channelOf(order), order.runs(), order.seed(), order.progress())
                : CrashCampaign.takeover(
                        channelOf(order),
                        ServerStore.shared(order.store()),
                        order.runs(),
                        order.seed(),
                        order.progress());
    }

    private static CampaignChannel channelOf(Campaign.Order order) {
        return CampaignChannel.named(order.channel().isEmpty() ? CampaignChannel.STREAM : order.channel())
                .orElseThrow();
    }

    /** Returns the store that the order names, or the default, which is that of one server. */
    private static String storeOf(Campaign.Order order) {
        return order.store().isEmpty() ? ServerStore.SQLITE : order.store();
    }
}
