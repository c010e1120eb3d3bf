package io.parley;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;

/** Tests that every rule can fail: it reports the name of a class that violates it on purpose. */
class ArchitectureRulesTest {

    private static final String WRONG = "io.parley.wrong";
    private static final JavaClasses WRONG_CLASSES = new ClassFileImporter().importPackages(WRONG);

    private final ArchitectureRules rules = new ArchitectureRules(WRONG);

    @Test
    void everyRuleFailsOnTheWrongClasses() {
        assertThat(rules.all()).allMatch(rule -> rule.evaluate(WRONG_CLASSES).hasViolation());
    }

    @Test
    void aPackageWithoutARoomIsReported() {
        assertReports(rules.everyPackageHasARoom(), "io.parley.wrong.util, which is in no room");
    }

    @Test
    void anImportThatTheTableDoesNotAllowIsReported() {
        assertReports(rules.roomsImportOnlyWhatTheTableAllows(), "ReachesForTheChannel", "channel.Line");
    }

    @Test
    void representationsAreBlindToEachOther() {
        var rooms = new Rooms(WRONG);
        assertThat(rooms.mayImport("representation.hhfr", "representation")).isTrue();
        assertThat(rooms.mayImport("representation.hhfr", "representation.xml")).isFalse();
        assertThat(rooms.mayImport("runtime", "representation.xml")).isFalse();
        assertThat(rooms.mayImport("cxf", "representation.xml")).isTrue();
        assertThat(rooms.mayImport("cxf", "transport.http")).isFalse();
        assertThat(rooms.mayImport("cxf", "testkit")).isFalse();
        assertThat(rooms.mayImport("cxf", "cxf.jms")).isFalse();
        assertThat(rooms.mayImport("cxf.jms", "transport.jms")).isTrue();
        assertThat(rooms.mayImport("cxf.jms", "transport.stream")).isFalse();
        assertThat(rooms.mayImport("store", "context")).isTrue();
        assertThat(rooms.mayImport("store", "session")).isFalse();
        assertThat(rooms.mayImport("context", "session")).isFalse();
    }

    @Test
    void aCycleOfPackagesIsReported() {
        assertReports(rules.packagesHaveNoCycles(), "Cycle detected", "wrong.channel", "wrong.frame");
    }

    @Test
    void aLibraryThatCoreMustNotSeeIsReported() {
        assertReports(rules.coreSeesFewLibraries(), "SeesTooMuch", "io.netty.channel.Channel");
    }

    @Test
    void cxfOutsideThePluginIsReported() {
        assertReports(rules.onlyThePluginAndProgramsSeeCxf(), "SeesTooMuch", "org.apache.cxf.Bus");
    }

    @Test
    void aRawClientThatTakesAClassOfTheCoreIsReported() {
        assertReports(rules.theRawClientSharesNoCodec(), "BorrowsACodec", "channel.Line");
    }

    @Test
    void javaDeserializationIsReported() {
        assertReports(rules.nothingIsDeserialized(), "ReadsCarelessly", "java.io.ObjectInputStream");
    }

    @Test
    void anXmlParserMadeOnTheSpotIsReported() {
        assertReports(rules.xmlIsParsedByOneHardenedFactory(), "ReadsCarelessly", "XMLInputFactory.newFactory()");
    }

    @Test
    void aDocumentParsedByJaxbIsReported() {
        assertReports(rules.jaxbNeverParses(), "ReadsCarelessly", "Unmarshaller.unmarshal(java.io.InputStream)");
    }

    @Test
    void aListenerThatConnectsIsReported() {
        assertReports(rules.serversNeverConnect(), "ConnectingListener", "io.netty.bootstrap.Bootstrap");
    }

    @Test
    void threadsThatInheritAreReported() {
        assertReports(
                rules.threadsInheritNothingFromCallers(),
                "StartsThreads",
                "Thread.<init>",
                "Executors.newCachedThreadPool()");
    }

    @Test
    void emptyNamesAreReported() {
        assertReports(rules.namesSaySomething(), "io.parley.wrong.util.Leftovers", "io.parley.wrong.util.FrameManager");
    }

    @Test
    void aWaitWithoutATimeIsReported() {
        assertReports(rules.everyWaitHasAnEnd(), "WaitsForever", "CompletableFuture.join()", "Object.wait()");
        assertThat(rules.everyWaitHasAnEnd()
                        .evaluate(WRONG_CLASSES)
                        .getFailureReport()
                        .getDetails())
                .noneMatch(line -> line.contains("CountDownLatch.await("));
    }

    @Test
    void aPackageWithoutNullMarkIsReported() {
        assertReports(rules.everyPackageIsNullMarked(), "io.parley.wrong.util has no package-info.java");
    }

    @Test
    void aConstructorThatStartsTasksIsReported() {
        assertReports(
                rules.constructorsStartNothing(),
                "StartsTooEarly",
                "ScheduledExecutorService.scheduleWithFixedDelay(",
                "ScheduledExecutorService.execute(");
        assertThat(rules.constructorsStartNothing()
                        .evaluate(WRONG_CLASSES)
                        .getFailureReport()
                        .getDetails())
                .noneMatch(line -> line.contains("StartsTooEarly.of("));
    }

    @Test
    void anErrorThatNamesAClassIsReported() {
        assertReports(rules.errorsForPeersNameNoClasses(), "NamesClasses.unexpected(", "Class.getName()");
    }

    @Test
    void aRepeatedTaskThatMayEndByAnExceptionIsReported() {
        assertReports(rules.repeatedTasksSurviveExceptions(), "StartsTooEarly.repeat()");
    }

    private static void assertReports(ArchRule rule, String... parts) {
        var report = rule.evaluate(WRONG_CLASSES).getFailureReport();
        assertThat(String.join("\n", report.getDetails())).contains(parts);
    }
}
