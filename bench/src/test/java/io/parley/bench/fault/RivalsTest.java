package io.parley.bench.fault;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.parley.bench.link.Link;
import io.parley.bench.link.LinkDoor;
import io.parley.testkit.FreePort;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@EnabledOnOs(OS.LINUX) // whose loopback has a second address
class RivalsTest {
    @TempDir
    private static Path folder;

    @BeforeAll
    static void sayWhereDerbyLogs() {
        System.setProperty(
                "derby.stream.error.file", folder.resolve("derby.log").toString());
    }

    static Set<String> systems() {
        return Rivals.all().keySet();
    }

    @ParameterizedTest
    @MethodSource("systems")
    void everySystemAnswersThroughTheProxies(String system) throws Exception {
        Rival rival = Rivals.all().get(system);
        Place place = new Place(FreePort.find(), FreePort.find(), folder.resolve(system));
        place.folder().toFile().mkdirs();
        try (AutoCloseable server =
                        rival.serve(place, bytes -> Request.of(bytes).answer());
                LinkDoor proxy = new LinkDoor(Link.LOOPBACK, Place.FRONT)) {
            proxy.open(List.of(place.port(), place.second()));
            try (Rival.Client client = rival.connect(place)) {
                answersTen(client);
            }
        }
    }

    private static void answersTen(Rival.Client client) throws Exception {
        for (int number = 0; number < 10; number++) {
            Request request = new Request(number, number, 1_000);
            byte[] answer = client.exchange(request.toBytes()).get(30, TimeUnit.SECONDS);
            assertThatCode(() -> request.check(answer)).doesNotThrowAnyException();
        }
    }
}
