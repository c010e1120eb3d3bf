package io.parley.leaks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.netty.buffer.ByteBufAllocator;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;
import org.junit.platform.testkit.engine.Execution;

class LeakCheckTest {

    @Test
    void aTestClassThatDropsABufferFailsAndIsToldWhereItWasAllocated() {
        var containers = run(DropsABuffer.class);

        var failure = containers
                .executions()
                .map(Execution::getTerminationInfo)
                .filter(end -> !end.skipped())
                .map(end -> end.getExecutionResult())
                .filter(result -> result.getStatus() == TestExecutionResult.Status.FAILED)
                .findFirst()
                .orElseThrow()
                .getThrowable()
                .orElseThrow();
        assertThat(failure)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("found 1 leaked after " + DropsABuffer.class.getName())
                .hasMessageContaining("DropsABuffer.drops");
    }

    @Test
    void aTestClassThatReleasesItsBuffersPasses() {
        run(ReleasesABuffer.class).assertStatistics(stats -> stats.failed(0).succeeded(2));
    }

    private static Events run(Class<?> testClass) {
        return EngineTestKit.engine("junit-jupiter")
                .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "true")
                .selectors(selectClass(testClass))
                .execute()
                .containerEvents();
    }

    static class DropsABuffer {

        @Test
        void drops() {
            assertThat(ByteBufAllocator.DEFAULT.buffer(16).writeLong(42).readableBytes())
                    .isEqualTo(8);
        }
    }

    static class ReleasesABuffer {

        @Test
        void releases() {
            assertThat(ByteBufAllocator.DEFAULT.buffer(16).release()).isTrue();
        }
    }
}
