package io.parley.bench.contest;

import static io.parley.bench.contest.Contender.ARTEMIS;
import static io.parley.bench.contest.Contender.BLOCKING;
import static io.parley.bench.contest.Contender.CXF;
import static io.parley.bench.contest.Contender.CXF_FI;
import static io.parley.bench.contest.Contender.CXF_JMS;
import static io.parley.bench.contest.Contender.CXF_JMS_JOURNAL;
import static io.parley.bench.contest.Contender.CXF_MTOM;
import static io.parley.bench.contest.Contender.GRPC;
import static io.parley.bench.contest.Contender.JAVA;
import static io.parley.bench.contest.Contender.NETTY;
import static io.parley.bench.contest.Contender.PARLEY;
import static io.parley.bench.contest.Contender.PARLEY_CXF;
import static io.parley.bench.contest.Contender.PARLEY_HTTP;
import static io.parley.bench.contest.Contender.PARLEY_JMS;
import static io.parley.bench.contest.Contender.PARLEY_JMS_JOURNAL;
import static io.parley.bench.contest.Contender.PARLEY_NGINX;
import static io.parley.bench.contest.Contender.PARLEY_TLS;
import static io.parley.bench.contest.Contender.PARLEY_WEBSOCKET;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.bench.data.Beans.Doubles;
import io.parley.bench.data.Kind;
import io.parley.bench.data.Workload;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that every contestant answers every workload with the content that was sent, over real sockets. */
class ContendersTest {
    private static final Set<Contender> FAST = EnumSet.of(PARLEY, NETTY, GRPC);
    /** Contenders of the full test, without nginx, which not every machine has. */
    private static final Set<Contender> SERVERS = EnumSet.complementOf(EnumSet.of(JAVA, BLOCKING, PARLEY_NGINX));

    static Stream<Arguments> everyContender() {
        return Stream.of(
                        pairings(Exchange.ECHO, FAST, Set.of(Kind.values())),
                        pairings(Exchange.ECHO, EnumSet.of(BLOCKING), Set.of(Kind.VOID, Kind.F64, Kind.I32, Kind.BLOB)),
                        pairings(
                                Exchange.ECHO,
                                EnumSet.of(PARLEY_CXF),
                                Set.of(Kind.VOID, Kind.F64, Kind.STR, Kind.COMPLEX)),
                        pairings(Exchange.ECHO, EnumSet.of(CXF, CXF_FI), Set.of(Kind.F64)),
                        pairings(
                                Exchange.ECHO,
                                EnumSet.of(
                                        PARLEY_WEBSOCKET,
                                        PARLEY_TLS,
                                        PARLEY_HTTP,
                                        PARLEY_JMS,
                                        PARLEY_JMS_JOURNAL,
                                        CXF_JMS,
                                        CXF_JMS_JOURNAL,
                                        ARTEMIS),
                                Set.of(Kind.F64)),
                        pairings(Exchange.SEND, EnumSet.of(ARTEMIS), Set.of(Kind.F64)),
                        pairings(Exchange.RECEIVE, EnumSet.of(ARTEMIS), Set.of(Kind.F64)),
                        pairings(Exchange.ECHO, EnumSet.of(CXF_MTOM), Set.of(Kind.BLOB)),
                        pairings(Exchange.SEND, FAST, Set.of(Kind.F64, Kind.STR)),
                        pairings(Exchange.RECEIVE, FAST, Set.of(Kind.I32, Kind.BLOB)),
                        pairings(Exchange.RECEIVE, EnumSet.of(PARLEY_CXF, CXF), Set.of(Kind.F64)))
                .flatMap(pairings -> pairings);
    }

    @ParameterizedTest
    @MethodSource
    void everyContender(Exchange exchange, Contender system, Kind kind) throws Exception {
        talk(system, exchange, kind);
    }

    static Stream<Arguments> allPairings() {
        return Stream.concat(
                pairings(Exchange.ECHO, SERVERS, Set.of(Kind.values())),
                Stream.of(Exchange.SEND, Exchange.RECEIVE)
                        .flatMap(exchange ->
                                pairings(exchange, SERVERS, Set.of(Kind.F64, Kind.I32, Kind.STR, Kind.BLOB))));
    }

    @ParameterizedTest
    @MethodSource
    @EnabledIfSystemProperty(named = "bench.pairings", matches = "all", disabledReason = "takes more than a minute")
    void allPairings(Exchange exchange, Contender system, Kind kind) throws Exception {
        talk(system, exchange, kind);
    }

    @Test
    void behindNginxTheSame() throws Exception {
        talk(PARLEY_NGINX, Exchange.ECHO, Kind.F64);
    }

    @Test
    void anAnswerWithOtherContentIsRefused() {
        Match match = Match.direct(Exchange.ECHO, Workload.of("f64-10"));
        Doubles wrong = (Doubles) Workload.of("f64-10").object();
        assertThatCode(() -> match.check(wrong)).doesNotThrowAnyException();
        wrong.value[7] = Math.nextUp(wrong.value[7]);
        assertThatThrownBy(() -> match.check(wrong))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("echo of f64-10 was answered with other content");
    }

    private static Stream<Arguments> pairings(Exchange exchange, Set<Contender> systems, Set<Kind> kinds) {
        return systems.stream().flatMap(system -> kinds.stream().map(kind -> Arguments.of(exchange, system, kind)));
    }

    private static void talk(Contender system, Exchange exchange, Kind kind) throws Exception {
        Workload workload = Workload.of(kind.isCounted() ? kind.word() + "-1000" : kind.word());
        try (Contestant contestant = system.start(Match.direct(exchange, workload));
                Caller one = contestant.caller();
                Caller other = contestant.caller()) {
            one.check();
            other.check();
            one.call();
            one.check();
        }
    }
}
