package io.parley;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;

/**
 * The architecture rules for all classes of Parley. They take the root package as a parameter, so that a test can apply
 * the same rules to classes that violate them deliberately.
 */
final class ArchitectureRules {

    /** The only class that may create XML parsers and transformers, below the root package. */
    private static final String HARDENED_XML = "schema.SafeXml";
    /** Creates the parsers that Parley is compared with, for documents of the benchmarks. */
    private static final String RIVAL_PARSERS = "bench.form.RivalParsers";

    private static final String[] LIBRARIES_OF_CORE = {
        "java..",
        "javax.xml..",
        "javax.imageio..",
        "javax.crypto..",
        "javax.security.auth..",
        "javax.management..",
        "org.w3c.dom..",
        "org.xml.sax..",
        "org.jspecify.annotations",
        "org.slf4j",
        "jakarta.xml.bind..",
        "jakarta.activation", // DataHandler, which the JAXB API names in its own signatures
        "org.objectweb.asm..",
        "com.ctc.wstx..",
        "org.codehaus.stax2..", // the extensions of StAX that Woodstox implements
        "io.netty.buffer..",
        "io.netty.util..", // reference counting and thread locals of the buffers
    };

    private static final Set<String> NAMES_OF_CLASSES = Set.of("getName", "getSimpleName", "getTypeName", "toString");
    private static final Set<String> XML_FACTORIES = Set.of(
            "javax.xml.stream.XMLInputFactory",
            "javax.xml.parsers.DocumentBuilderFactory",
            "javax.xml.parsers.SAXParserFactory",
            "javax.xml.transform.TransformerFactory",
            "javax.xml.transform.sax.SAXTransformerFactory",
            "javax.xml.validation.SchemaFactory",
            "org.codehaus.stax2.XMLInputFactory2",
            "com.ctc.wstx.stax.WstxInputFactory",
            "org.xml.sax.helpers.XMLReaderFactory");

    private static final Set<String> SOURCES_PARSED_BY_JAXB_ITSELF =
            Set.of("java.io.InputStream", "java.io.Reader", "java.io.File", "java.net.URL", "org.xml.sax.InputSource");

    /**
     * Classes that may create threads in their own way: their threads inherit nothing, or the process ends with them.
     */
    private static final Set<String> MAKERS_OF_THREADS = Set.of(
            "DaemonThreads",
            "runtime.WorkerThreads$Worker",
            "transport.stream.LoopThreads",
            "transport.http.program.EndpointProgram");

    private static final Set<String> NETTY_THREADS =
            Set.of("io.netty.util.concurrent.FastThreadLocalThread", "io.netty.util.concurrent.DefaultThreadFactory");

    private static final Set<String> CONNECTS =
            Set.of("io.netty.bootstrap.Bootstrap", "java.net.Socket", "java.net.http.HttpClient");

    private static final Pattern SERVER_SIDE = Pattern.compile(".*(Listener|Server|Acceptor)([A-Z$].*)?");
    private static final Pattern EMPTY_WORD =
            Pattern.compile("(?i).*\\.(utils?|impl|managers?|helpers?|common|misc)(\\..*)?");
    private static final Pattern EMPTY_NAME = Pattern.compile(".*(Utils?|Impl|Manager|Helper|Common)");

    private final Rooms rooms;

    ArchitectureRules(String root) {
        this.rooms = new Rooms(root);
    }

    /** Returns all rules, so that a rule whose failure is tested is never missing where the rules are applied. */
    Stream<ArchRule> all() {
        return Stream.of(
                everyPackageHasARoom(),
                roomsImportOnlyWhatTheTableAllows(),
                packagesHaveNoCycles(),
                coreSeesFewLibraries(),
                onlyThePluginAndProgramsSeeCxf(),
                theRawClientSharesNoCodec(),
                nothingIsDeserialized(),
                xmlIsParsedByOneHardenedFactory(),
                jaxbNeverParses(),
                serversNeverConnect(),
                threadsInheritNothingFromCallers(),
                namesSaySomething(),
                everyPackageIsNullMarked(),
                everyWaitHasAnEnd(),
                constructorsStartNothing(),
                errorsForPeersNameNoClasses(),
                repeatedTasksSurviveExceptions());
    }

    ArchRule everyPackageHasARoom() {
        return classes().should(report("be in a room of the table", this::withoutRoom));
    }

    ArchRule roomsImportOnlyWhatTheTableAllows() {
        return classes().should(report("import only rooms that the table allows", this::forbiddenImports));
    }

    ArchRule packagesHaveNoCycles() {
        return slices().assignedFrom(new ByPackage(rooms)).should().beFreeOfCycles();
    }

    ArchRule coreSeesFewLibraries() {
        var allowed = Stream.concat(Arrays.stream(LIBRARIES_OF_CORE), Stream.of(rooms.root() + ".."));
        return classes()
                .that(areInCore())
                .should()
                .onlyDependOnClassesThat(isArrayOfPrimitives().or(resideIn(allowed.toArray(String[]::new))));
    }

    ArchRule onlyThePluginAndProgramsSeeCxf() {
        return noClasses()
                .that()
                .resideOutsideOfPackages(
                        rooms.packagesOf(Set.of("cxf", "spring", "examples", "testkit", "cli", "bench")))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.cxf..");
    }

    /**
     * The rule that a client written from the pages uses no codec of Parley: otherwise it would prove nothing about it.
     */
    ArchRule theRawClientSharesNoCodec() {
        return classes()
                .that()
                .resideInAPackage(rooms.root() + ".conformance..")
                .should()
                .onlyDependOnClassesThat(isArrayOfPrimitives()
                        .or(resideIn(
                                rooms.root() + ".conformance..",
                                "jakarta.jms",
                                "java..",
                                "javax.crypto..",
                                "javax.net.ssl",
                                "javax.xml.stream..",
                                "org.jspecify.annotations"))
                        .or(DescribedPredicate.describe(
                                "make its XML parser",
                                type -> type.getName().equals(rooms.root() + "." + HARDENED_XML)
                                        || type.getName().equals(rooms.root() + ".Limits"))));
    }

    ArchRule nothingIsDeserialized() {
        // Java serialization is measured, restricted to a list of allowed classes.
        return noClasses()
                .that()
                .doNotHaveFullyQualifiedName(rooms.root() + ".bench.data.Serialized")
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.io.ObjectInputStream")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.beans.XMLDecoder");
    }

    ArchRule xmlIsParsedByOneHardenedFactory() {
        var hardened = rooms.root() + "." + HARDENED_XML;
        return classes()
                .that()
                .doNotHaveFullyQualifiedName(hardened)
                .and()
                .doNotHaveFullyQualifiedName(rooms.root() + "." + RIVAL_PARSERS)
                .should(report("leave XML parsers to " + hardened, ArchitectureRules::createdXmlFactories));
    }

    ArchRule jaxbNeverParses() {
        return classes().should(report("hand JAXB a reader, not a source", ArchitectureRules::parsedByJaxb));
    }

    ArchRule serversNeverConnect() {
        return classes()
                .that()
                .haveNameMatching(SERVER_SIDE.pattern())
                .should(report("not open connections", ArchitectureRules::connections));
    }

    /**
     * The rule about inheritable thread state. Programs own all their threads; in an application a thread outlives the
     * caller that starts it.
     */
    ArchRule threadsInheritNothingFromCallers() {
        return classes()
                .that()
                .resideOutsideOfPackages(rooms.packagesOf(Set.of("examples", "testkit", "conformance", "cli", "bench")))
                .should(report("leave threads to " + rooms.root() + ".DaemonThreads", this::madeThreads));
    }

    ArchRule namesSaySomething() {
        return classes().should(report("have a name that says something", ArchitectureRules::emptyNames));
    }

    ArchRule everyPackageIsNullMarked() {
        return classes().should(report("be in a package marked @NullMarked", ArchitectureRules::withoutNullMark));
    }

    ArchRule everyWaitHasAnEnd() {
        return new WaitRules(rooms.root()).everyWaitHasAnEnd();
    }

    ArchRule constructorsStartNothing() {
        return classes()
                .that()
                .resideOutsideOfPackages(rooms.packagesOf(Set.of("examples", "testkit", "conformance", "cli", "bench")))
                .should(report("start timers and threads outside their constructors", new StartRules(rooms)::started));
    }

    /** Holds where objects are encoded and decoded: the texts of such errors are sent to peers. */
    ArchRule errorsForPeersNameNoClasses() {
        return classes()
                .that()
                .resideInAnyPackage(rooms.packagesOf(Set.of("binding", "representation", "endpoint")))
                .should(report("not name classes in coded errors", ArchitectureRules::namedClasses));
    }

    ArchRule repeatedTasksSurviveExceptions() {
        return classes()
                .that()
                .doNotHaveFullyQualifiedName(rooms.root() + ".Delays")
                .should(report("repeat tasks by " + rooms.root() + ".Delays", StartRules::repeated));
    }

    private Stream<String> withoutRoom(JavaClass type) {
        return rooms.roomOf(type.getPackageName()).isPresent()
                ? Stream.empty()
                : Stream.of(
                        type.getName() + " lies in " + type.getPackageName() + ", which is in no room of the table");
    }

    private Stream<String> forbiddenImports(JavaClass type) {
        return rooms.roomOf(type.getPackageName()).stream()
                .flatMap(from -> type.getDirectDependenciesFromSelf().stream()
                        .filter(dependency -> isForbidden(from, dependency))
                        .map(Dependency::getDescription));
    }

    private boolean isForbidden(String from, Dependency dependency) {
        String target = dependency.getTargetClass().getBaseComponentType().getPackageName();
        return rooms.holds(target)
                && rooms.roomOf(target).filter(to -> !rooms.mayImport(from, to)).isPresent();
    }

    private static Stream<String> createdXmlFactories(JavaClass type) {
        return type.getCodeUnitAccessesFromSelf().stream()
                .filter(access -> XML_FACTORIES.contains(access.getTargetOwner().getName()))
                .filter(ArchitectureRules::creates)
                .map(access -> access.getDescription());
    }

    private static boolean creates(JavaCodeUnitAccess<?> access) {
        String name = access.getTarget().getName();
        return name.equals("<init>")
                || name.equals("createXMLReader")
                || name.startsWith("newInstance")
                || name.startsWith("newFactory")
                || name.startsWith("newDefault")
                || name.startsWith("newNS");
    }

    private static Stream<String> parsedByJaxb(JavaClass type) {
        return type.getMethodCallsFromSelf().stream()
                .filter(call -> call.getTarget().getName().equals("unmarshal"))
                .filter(call -> call.getTargetOwner().getName().equals("jakarta.xml.bind.JAXB")
                        || call.getTarget().getRawParameterTypes().stream()
                                .anyMatch(parameter -> SOURCES_PARSED_BY_JAXB_ITSELF.contains(parameter.getName())))
                .map(call -> call.getDescription());
    }

    private static Stream<String> namedClasses(JavaClass type) {
        return type.getCodeUnits().stream()
                .filter(unit -> unit.getConstructorCallsFromSelf().stream()
                        .anyMatch(call -> call.getTargetOwner().getSimpleName().equals("ParleyException")))
                .flatMap(unit -> unit.getMethodCallsFromSelf().stream())
                .filter(call -> call.getTargetOwner().isEquivalentTo(Class.class)
                        && NAMES_OF_CLASSES.contains(call.getTarget().getName()))
                .map(call -> call.getDescription());
    }

    private Stream<String> madeThreads(JavaClass type) {
        if (MAKERS_OF_THREADS.stream().map(name -> rooms.root() + "." + name).anyMatch(type.getName()::equals)) {
            return Stream.empty();
        }
        return type.getCodeUnitAccessesFromSelf().stream()
                .filter(ArchitectureRules::makesThreads)
                .map(access -> access.getDescription());
    }

    private static boolean makesThreads(JavaCodeUnitAccess<?> access) {
        String owner = access.getTargetOwner().getName();
        String name = access.getTarget().getName();
        boolean isPool = (owner.equals(Executors.class.getName()) && name.startsWith("new"))
                || (owner.endsWith("ThreadPoolExecutor") && name.equals("<init>"));
        return isPool
                ? access.getTarget().getRawParameterTypes().stream()
                        .noneMatch(type -> type.isEquivalentTo(ThreadFactory.class))
                : name.equals("<init>") && (owner.equals(Thread.class.getName()) || NETTY_THREADS.contains(owner));
    }

    private static Stream<String> connections(JavaClass type) {
        return type.getDirectDependenciesFromSelf().stream()
                .filter(dependency ->
                        CONNECTS.contains(dependency.getTargetClass().getName()))
                .map(Dependency::getDescription);
    }

    private static Stream<String> emptyNames(JavaClass type) {
        boolean empty = EMPTY_WORD.matcher(type.getPackageName()).matches()
                || EMPTY_NAME.matcher(type.getSimpleName()).matches();
        return empty ? Stream.of(type.getName() + " is named after nothing in particular") : Stream.empty();
    }

    private static Stream<String> withoutNullMark(JavaClass type) {
        var home = type.getPackage();
        boolean first = home.getClasses().stream()
                .map(JavaClass::getName)
                .noneMatch(name -> name.compareTo(type.getName()) < 0);
        return home.isAnnotatedWith(NullMarked.class) || !first
                ? Stream.empty()
                : Stream.of(type.getPackageName() + " has no package-info.java with @NullMarked");
    }

    private DescribedPredicate<JavaClass> areInCore() {
        return DescribedPredicate.describe(
                "are in core",
                type -> rooms.roomOf(type.getPackageName())
                        .filter(rooms::isCore)
                        .isPresent());
    }

    private static DescribedPredicate<JavaClass> isArrayOfPrimitives() {
        return DescribedPredicate.describe(
                "are primitive", type -> type.getBaseComponentType().isPrimitive());
    }

    private static DescribedPredicate<JavaClass> resideIn(String... packages) {
        var inside = JavaClass.Predicates.resideInAnyPackage(packages);
        return DescribedPredicate.describe(
                "are of the allowed libraries", type -> inside.test(type.getBaseComponentType()));
    }

    private static ArchCondition<JavaClass> report(String what, Function<JavaClass, Stream<String>> violations) {
        return new ArchCondition<>(what) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                violations.apply(type).forEach(text -> events.add(SimpleConditionEvent.violated(type, text)));
            }
        };
    }

    private record ByPackage(Rooms rooms) implements SliceAssignment {

        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return rooms.holds(type.getPackageName())
                    ? SliceIdentifier.of(type.getPackageName())
                    : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    }
}
