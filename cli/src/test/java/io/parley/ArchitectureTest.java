package io.parley;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the rules of the architecture on the classes of all modules. */
class ArchitectureTest {

    private static final String ROOT = "io.parley";

    private final JavaClasses parley = OwnClasses.all();

    static Stream<ArchRule> rules() {
        return new ArchitectureRules(ROOT).all();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void everyClassKeeps(ArchRule rule) {
        rule.check(parley);
    }

    @Test
    void whatTheListOfWaitsNamesIsThere() {
        WaitRules waits = new WaitRules(ROOT);
        assertThat(parley.stream().flatMap(waits::endless).map(waits::place))
                .containsAll(WaitRules.ENDED_BY_OTHERS.keySet());
    }

    @Test
    void theClassesOfEveryModuleAreLookedAt() {
        var rooms = new Rooms(ROOT);
        var found = parley.stream()
                .collect(Collectors.groupingBy(
                        type -> rooms.roomOf(type.getPackageName()).orElse("none"),
                        TreeMap::new,
                        Collectors.counting()));
        System.out.println("Classes in each room: " + found);

        assertThat(found)
                .containsKeys(
                        "",
                        "channel",
                        "testkit",
                        "codecs",
                        "store",
                        "transport.http",
                        "transport.jms",
                        "transport.quic",
                        "transport.stream",
                        "cxf",
                        "spring",
                        "examples",
                        "cli");
        assertThat(parley.stream().map(JavaClass::getName)).noneMatch(name -> name.startsWith(ROOT + ".wrong"));
    }
}
