package io.parley.bench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.bench.contest.Contender;
import io.parley.bench.data.Workload;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PlanTest {

    @Test
    void theEstimateIsTheSumOfAllIterationsAndOfWhatIsAroundThem() {
        Run fast = run(Contender.NETTY, "void", Pace.seconds(3, 5, 1));
        Run slow = run(Contender.CXF, "void", Pace.seconds(8, 2, 5));
        assertThat(new Plan(List.of(fast)).estimate()).isEqualTo(Duration.ofSeconds(8 + 4));
        assertThat(new Plan(List.of(fast, slow)).estimate()).isEqualTo(Duration.ofSeconds(12 + 50 + 4));
        Run longCalls = run(Contender.CXF, "f64-11MB", Pace.seconds(8, 2, 5));
        assertThat(new Plan(List.of(longCalls)).estimate()).isEqualTo(Duration.ofSeconds(50 + 4 + 12));
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
    void textInSoapIsWarmedUpForFortySeconds() {
        for (Depth depth : Depth.values()) {
            Pace pace = depth.pace(Suite.ECHO, Contender.CXF.warmth());
            assertThat(pace.iteration().multipliedBy(pace.warmUps())).isGreaterThanOrEqualTo(Duration.ofSeconds(40));
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
        for (Depth depth : Depth.values()) {
            for (Group group : Group.of(depth)) {
                assertThat(group.systems())
                        .contains(
                                group.suite().travels()
                                        ? new Contender[] {Contender.NETTY, Contender.PARLEY, Contender.PARLEY_CXF}
                                        : new Contender[] {Contender.PARLEY, Contender.GRPC, Contender.JAVA});
            }
        }
    }

    @Test
    void whatStaysInMemoryIsShortWhoeverItIs() {
        Run coding = Plan.of(Depth.QUICK).runs().stream()
                .filter(run ->
                        run.cell().suite() == Suite.SERIALIZE && run.cell().system() == Contender.CXF)
                .findFirst()
                .orElseThrow();
        assertThat(coding.estimate()).isEqualTo(Duration.ofSeconds(5 + 3 + 4));
    }

    @Test
    void aFilterIsFoundInSystemAndWorkload() {
        Plan some = Plan.of(Depth.FULL).matching(Pattern.compile("^cxf/f64-1"));
        assertThat(some.runs()).isNotEmpty().allSatisfy(run -> {
            assertThat(run.cell().system()).isEqualTo(Contender.CXF);
            assertThat(run.cell().workload().name()).startsWith("f64-1");
        });
    }

    static Run run(Contender system, String workload, Pace pace) {
        return new Run(new Cell(Suite.ECHO, system, Workload.of(workload), 1), 1, pace);
    }
}
