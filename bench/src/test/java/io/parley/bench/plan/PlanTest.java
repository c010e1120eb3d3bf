package io.parley.bench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.bench.contest.Contender;
import io.parley.bench.document.Documents;
import io.parley.bench.result.CellResult;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PlanTest {

    @Test
    void theEstimateIsTheSumOfAllIterationsAndOfWhatIsAroundThem() {
        Run fast = run(Contender.NETTY, "void", Pace.seconds(3, 5, 1));
        Run slow = run(Contender.CXF, "void", Pace.seconds(8, 2, 5));
        assertThat(new Plan(List.of(fast)).estimate()).isEqualTo(Duration.ofMillis(8_000 + 2_500));
        assertThat(new Plan(List.of(fast, slow)).estimate()).isEqualTo(Duration.ofMillis(10_500 + 50_000 + 4_000));
        Run longCalls = run(Contender.CXF, "f64-11MB", Pace.seconds(8, 2, 5));
        assertThat(new Plan(List.of(longCalls)).estimate()).isEqualTo(Duration.ofSeconds(50 + 4 + 8));
        assertThat(new Plan(List.of()).estimate()).isZero();
    }

    @Test
    void aQuickRunEndsWithinAQuarterOfAnHour() {
        Plan quick = Plan.of(Depth.QUICK);
        System.out.println("quick: " + quick.runs().size() + " cells, " + quick.estimate() + "; full: "
                + Plan.of(Depth.FULL).runs().size() + " cells, "
                + Plan.of(Depth.FULL).estimate());
        assertThat(quick.estimate()).isLessThanOrEqualTo(Duration.ofMinutes(15));
    }

    @Test
    void quickProgramsEndInTime() {
        for (Program program : Program.values()) {
            Plan quick = Plan.of(program, Depth.QUICK);
            System.out.println(program.word() + ", quick: " + quick.runs().size() + " cells, " + quick.estimate());
            assertThat(quick.estimate()).isLessThanOrEqualTo(Duration.ofMinutes(15));
        }
    }

    @Test
    void formsAndDocumentsOfGoalsAreWarmedUpForFourSecondsInThreeJvmsOrMore() {
        Plan plan = Plan.of(Program.REPRESENTATIONS, Depth.GOALS);
        System.out.println("representations, goals: " + plan.runs().size() + " cells, " + plan.estimate());

        assertThat(roundsOf(plan, "read bnux0@quick-large"))
                .hasSize(3)
                .allSatisfy(run -> assertThat(run.pace().warmUp()).isGreaterThanOrEqualTo(Duration.ofSeconds(4)));
        for (String form : List.of("xom-v@quick", "bnux0-xom-nv@quick", "xom@quick-large", "bnux0-xom@quick-large")) {
            assertThat(roundsOf(plan, "tree " + form)).as(form).hasSize(3);
        }
        assertThat(roundsOf(plan, "read aalto@quick-large"))
                .isEqualTo(roundsOf(Plan.of(Program.REPRESENTATIONS, Depth.QUICK), "read aalto@quick-large"));
        assertThat(cellsOfSets(plan)).isEqualTo(cellsOfSets(Plan.of(Program.REPRESENTATIONS, Depth.QUICK)));
        for (String document : Documents.names(Documents.WITH_LARGE)) {
            assertThat(roundsOf(plan, "rounds " + Pattern.quote(document)))
                    .as(document)
                    .hasSize(5)
                    .allSatisfy(run -> assertThat(run.pace().warmUp()).isGreaterThanOrEqualTo(Duration.ofSeconds(4)));
        }
        assertThat(plan.estimate()).isLessThanOrEqualTo(Duration.ofMinutes(70));
    }

    @Test
    void allThatIsHeldAgainstEachOtherOnChannelsIsWarmedUpForAsLong() {
        Plan plan = Plan.of(Program.CHANNELS, Depth.QUICK);

        assertThat(plan.runs())
                .filteredOn(run -> run.cell().isLarge()
                        && !Paces.SECURED.contains(run.cell().system()))
                .hasSize(10)
                .allSatisfy(run -> assertThat(run.pace()).isEqualTo(Pace.seconds(8, 1, 5)));
        assertThat(plan.runs())
                .filteredOn(run -> !run.cell().isLarge()
                        && run.cell().suite() == Suite.ECHO
                        && !Paces.SECURED.contains(run.cell().system()))
                .hasSize(12)
                .allSatisfy(run -> assertThat(run.pace()).isEqualTo(Pace.seconds(20, 2, 1)));
        assertThat(plan.runs())
                .filteredOn(run -> Paces.SECURED.contains(run.cell().system()))
                .hasSize(4);
    }

    private static List<Run> roundsOf(Plan plan, String cell) {
        return plan.matching(Pattern.compile("^" + cell + "$")).runs();
    }

    @Test
    void aProgramIsFoundByItsName() {
        assertThat(Program.named("representations")).contains(Program.REPRESENTATIONS);
        assertThat(Program.named("void")).isEmpty();
    }

    @Test
    void textInSoapIsWarmedUpForFortySeconds() {
        for (Depth depth : Depth.values()) {
            assertThat(Plan.everything(depth).runs())
                    .filteredOn(run -> run.cell().system() == Contender.CXF
                            && run.cell().suite().travels())
                    .isNotEmpty()
                    .extracting(Run::pace)
                    .allSatisfy(pace -> assertThat(pace.iteration().multipliedBy(pace.warmUps()))
                            .isGreaterThanOrEqualTo(Duration.ofSeconds(40)));
        }
    }

    @Test
    void theContendersOfAWorkloadAreMeasuredOneAfterTheOther() {
        for (Depth depth : Depth.values()) {
            List<String> work = Plan.of(depth).runs().stream()
                    .map(run -> run.cell().suite().word()
                            + run.cell().workload()
                            + run.cell().threads())
                    .toList();
            long changes = 0;
            for (int i = 1; i < work.size(); i++) {
                changes += work.get(i).equals(work.get(i - 1)) ? 0 : 1;
            }
            assertThat(changes + 1).isEqualTo(work.stream().distinct().count());
            assertThat(Plan.of(depth).runs()).doesNotHaveDuplicates();
        }
    }

    @Test
    void everyWorkloadHasParleyAndWhatItIsHeldAgainst() {
        for (Group group : Group.of("full")) {
            if (group.suite().travels()) {
                assertThat(group.systems()).contains(Contender.NETTY, Contender.PARLEY, Contender.PARLEY_CXF);
            } else if (group.suite().isInMemory()) {
                assertThat(group.systems()).contains(Contender.PARLEY, Contender.GRPC, Contender.CXF);
            }
        }
    }

    @Test
    void everyRivalTakesPartInAQuickRunButThoseThatHaveAProgramOfTheirOwn() {
        assertThat(cells(Plan.of(Depth.QUICK)))
                .extracting(Cell::system)
                .containsAll(EnumSet.complementOf(EnumSet.of(
                        Contender.JAVA,
                        Contender.PARLEY_WEBSOCKET,
                        Contender.PARLEY_TLS,
                        Contender.PARLEY_NGINX,
                        Contender.PARLEY_HTTP,
                        Contender.PARLEY_JMS,
                        Contender.ARTEMIS,
                        Contender.CXF_JMS,
                        Contender.CXF_JMS_JOURNAL,
                        Contender.PARLEY_JMS_JOURNAL)));
    }

    @Test
    void aQuickRunHasACellForEachFigureOfPaper002() {
        Set<String> quick = cells(Plan.of(Depth.QUICK)).stream()
                .filter(cell -> cell.suite() != Suite.SESSION)
                .map(cell -> cell.suite().word() + " " + cell.content().kind().word())
                .collect(Collectors.toSet());
        assertThat(quick)
                .contains("echo void", "echo f64", "echo i32", "echo str", "receive i32", "deserialize f64")
                .contains("serialize blob", "serialize str", "memory f64");
    }

    @Test
    void aQuickRunHasOnlyCellsThatAFullRunHas() {
        assertThat(cells(Plan.of(Depth.FULL))).containsAll(cells(Plan.of(Depth.QUICK)));
        assertThat(cells(Plan.everything(Depth.QUICK))).isEqualTo(cells(Plan.of(Depth.FULL)));
    }

    @Test
    void systemsThatTakeTurnsAreOneCellWithTheResultsOfEach() {
        Cell turns = Plan.of(Depth.QUICK)
                .matching(Pattern.compile("^turns .*@f64-22MB$"))
                .runs()
                .get(0)
                .cell();

        assertThat(turns.parts())
                .extracting(Cell::toString)
                .containsExactly("echo parley/f64-22MB", "echo blocking/f64-22MB", "echo parley-cxf/f64-22MB");
        assertThat(turns.yields(result("echo", "blocking", "f64-22MB"))).isTrue();
        assertThat(turns.yields(result("echo", "grpc", "f64-22MB"))).isFalse();
        assertThat(turns.yields(result("echo", "blocking", "f64-11MB"))).isFalse();
        assertThat(turns.yields(result("send", "blocking", "f64-22MB"))).isFalse();
    }

    private static CellResult result(String suite, String system, String workload) {
        return new CellResult(suite, system, workload, 1, 1, 1, 1, 1, 1);
    }

    @Test
    void textInMemoryIsWarmedUpLongerThanTheOthers() {
        List<Run> codings = Plan.everything(Depth.QUICK).runs().stream()
                .filter(run -> run.cell().suite() == Suite.SERIALIZE)
                .toList();
        assertThat(codings)
                .filteredOn(run -> run.cell().system() == Contender.CXF)
                .isNotEmpty()
                .allMatch(run -> run.pace().equals(Pace.seconds(15, 3, 1)));
        assertThat(codings)
                .filteredOn(run -> run.cell().system() == Contender.PARLEY)
                .isNotEmpty()
                .allMatch(run -> run.pace().equals(Pace.seconds(3, 2, 1)));
    }

    @Test
    void cellsThatWereChosenAreMeasuredOnceAtThePaceOfAFullRun() {
        List<Run> full = Plan.everything(Depth.FULL).runs();
        assertThat(Plan.everything(Depth.CHOSEN).runs())
                .isEqualTo(full.stream().filter(run -> run.round() == 1).toList());
    }

    @Test
    void callersInACrowdAreWarmedUpLonger() {
        for (String system : List.of("parley", "grpc", "parley-cxf")) {
            Run alone = onlyRun("^echo " + system + "/void$");
            Run crowded = onlyRun("^echo " + system + "/void with 8 threads$");
            assertThat(crowded.pace().warmUp()).isGreaterThan(alone.pace().warmUp());
        }
    }

    private static Run onlyRun(String filter) {
        return Plan.everything(Depth.QUICK)
                .matching(Pattern.compile(filter))
                .runs()
                .get(0);
    }

    @Test
    void aFilterIsFoundInSystemAndWorkload() {
        Plan some = Plan.of(Depth.FULL).matching(Pattern.compile("^cxf/f64-1"));
        assertThat(some.runs()).isNotEmpty().allSatisfy(run -> {
            assertThat(run.cell().system()).isEqualTo(Contender.CXF);
            assertThat(run.cell().workload()).startsWith("f64-1");
        });
    }

    private static Set<Cell> cellsOfSets(Plan plan) {
        return cells(plan).stream().filter(cell -> cell.suite() != Suite.ROUNDS).collect(Collectors.toSet());
    }

    private static Set<Cell> cells(Plan plan) {
        return plan.runs().stream().flatMap(run -> run.cell().parts().stream()).collect(Collectors.toSet());
    }

    private static Run run(Contender system, String workload, Pace pace) {
        return new Run(new Cell(Suite.ECHO, system, workload, 1), 1, pace);
    }
}
