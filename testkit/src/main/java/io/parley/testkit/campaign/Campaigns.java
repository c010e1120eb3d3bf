package io.parley.testkit.campaign;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Set;

/** The program that {@code ./campaign} starts: what it found goes to the output, how far it is to the error output. */
public final class Campaigns {
    private static final String USAGE = "usage: campaign cut|crash|takeover|journal [--runs N] [--seed S] [--json]"
            + " [--store ADDRESS, of a shared store, for takeover]";

    private static final Set<String> NAMES = Set.of("cut", "crash", "takeover", "journal");

    private Campaigns() {}

    /** Exits with 0 if everything held, 1 if something did not, 2 for arguments that it does not know. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        System.exit(run(List.of(arguments), System.out, System.err));
    }

    static int run(List<String> arguments, PrintStream out, PrintStream err) throws IOException, InterruptedException {
        if (arguments.isEmpty() || !NAMES.contains(arguments.get(0))) {
            err.println(USAGE);
            return 2;
        }
        String name = arguments.get(0);
        int runs = name.equals("cut") || name.equals("journal") ? 1000 : 100;
        String store = "";
        long seed = 1;
        boolean json = false;
        try {
            for (int at = 1; at < arguments.size(); at++) {
                switch (arguments.get(at)) {
                    case "--runs" -> runs = Integer.parseInt(arguments.get(++at));
                    case "--seed" -> seed = Long.parseLong(arguments.get(++at));
                    case "--store" -> store = arguments.get(++at);
                    case "--json" -> json = true;
                    default -> {
                        err.println("campaign: unknown argument " + arguments.get(at));
                        err.println(USAGE);
                        return 2;
                    }
                }
            }
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            err.println("campaign: --runs and --seed need a number, --store an address");
            err.println(USAGE);
            return 2;
        }
        if (name.equals("takeover") && store.isEmpty()) {
            err.println("campaign: takeover needs --store, the address of a store that its servers share");
            return 2;
        }
        CampaignResult result = switch (name) {
            case "crash" -> CrashCampaign.crash(runs, seed, err::println);
            case "takeover" -> CrashCampaign.takeover(store, runs, seed, err::println);
            case "journal" -> new JournalCampaign(runs, seed, err::println).run();
            default -> new CutCampaign(runs, seed, err::println).run();
        };
        out.println(json ? result.toJson() : describe(result));
        return result.isClean() ? 0 : 1;
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
