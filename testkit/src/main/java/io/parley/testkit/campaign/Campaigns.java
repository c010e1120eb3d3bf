package io.parley.testkit.campaign;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The program that {@code ./campaign} starts: what it found goes to the output, how far it is to the error output. */
public final class Campaigns {
    private static final String USAGE = "usage: campaign NAME [--runs N] [--seed S] [--json], with a name of ";

    private Campaigns() {}

    /** Exits with 0 if everything held, 1 if something did not, 2 for arguments that it does not know. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        System.exit(run(List.of(arguments), System.out, System.err));
    }

    static int run(List<String> arguments, PrintStream out, PrintStream err) throws IOException, InterruptedException {
        Map<String, Campaign> all = all();
        Campaign campaign = arguments.isEmpty() ? null : all.get(arguments.get(0));
        if (campaign == null) {
            err.println(USAGE + all.keySet());
            return 2;
        }
        int runs = campaign.usualRuns();
        long seed = 1;
        boolean json = false;
        try {
            for (int at = 1; at < arguments.size(); at++) {
                switch (arguments.get(at)) {
                    case "--runs" -> runs = Integer.parseInt(arguments.get(++at));
                    case "--seed" -> seed = Long.parseLong(arguments.get(++at));
                    case "--json" -> json = true;
                    default -> {
                        err.println("campaign: unknown argument " + arguments.get(at));
                        err.println(USAGE + all.keySet());
                        return 2;
                    }
                }
            }
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            err.println("campaign: --runs and --seed need a number");
            err.println(USAGE + all.keySet());
            return 2;
        }
        CampaignResult result = campaign.run(runs, seed, err::println);
        out.println(json ? result.toJson() : describe(result));
        return result.isClean() ? 0 : 1;
    }

    private static Map<String, Campaign> all() {
        Map<String, Campaign> all = new TreeMap<>();
        all.put(CutCampaign.NAME, new Cut());
        ServiceLoader.load(Campaign.class).forEach(campaign -> all.put(campaign.name(), campaign));
        return all;
    }

    private record Cut() implements Campaign {
        private static final int RUNS = 1000;

        @Override
        public String name() {
            return CutCampaign.NAME;
        }

        @Override
        public int usualRuns() {
            return RUNS;
        }

        @Override
        public CampaignResult run(int runs, long seed, Consumer<String> progress)
                throws IOException, InterruptedException {
            return new CutCampaign(runs, seed, progress).run();
        }
    }

    private static String describe(CampaignResult result) {
        return String.join(
                System.lineSeparator(),
                result.campaign() + ": " + result.runs() + " runs, seed " + result.seed(),
                "  acknowledged          " + result.acknowledged(),
                "  lost                  " + result.lost(),
                "  duplicates, unflagged " + result.duplicates(),
                "  out of order          " + result.outOfOrder(),
                "  longest without answer " + result.maxResumeMillis() + " ms");
    }
}
