package io.parley.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.pattern.TargetLengthBasedClassNameAbbreviator;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.LayoutBase;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.spi.ContextAwareBase;

/**
 * Sends what is logged to standard error, since results go to standard output, and only they. Found by Logback, which
 * would take longer to read a file with the same than a short command does. A file that {@code
 * -Dlogback.configurationFile} names has precedence.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_NORMAL_PRIORITY)
public final class LogSetup extends ContextAwareBase implements Configurator {
    /** System property with the level of Parley's loggers; read when the first logger is created. */
    static final String LEVEL = "parley.log.level";
    /** System property that is true if stack traces are printed too. */
    static final String TRACES = "parley.log.traces";

    private static final String FILE = "logback.configurationFile";

    /** Called by {@link java.util.ServiceLoader}. */
    public LogSetup() {}

    @Override
    public ExecutionStatus configure(LoggerContext logs) {
        if (System.getProperty(FILE) != null) {
            return ExecutionStatus.INVOKE_NEXT_IF_ANY;
        }
        LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
        encoder.setContext(logs);
        encoder.setLayout(new Line(Boolean.getBoolean(TRACES)));
        encoder.start();
        ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
        console.setContext(logs);
        console.setName("console");
        console.setTarget("System.err");
        console.setEncoder(encoder);
        console.start();
        Logger root = logs.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(console);
        logs.getLogger("io.parley").setLevel(Level.toLevel(System.getProperty(LEVEL), Level.WARN));
        // A service without Parley answers an offer with a fault, which CXF would log there with a stack trace.
        logs.getLogger("org.apache.cxf.phase.PhaseInterceptorChain").setLevel(Level.ERROR);
        // The end of one bus tries to shut down the HTTP engines of all buses, and warns of those in use by others. Its
        // errors are exceptions too, which the command prints.
        logs.getLogger("org.apache.cxf.transport.http_jetty.JettyHTTPServerEngine")
                .setLevel(Level.OFF);
        // The tool that generates classes of a contract warns of prefixes without use, in a copy that is deleted.
        logs.getLogger("org.apache.cxf.tools.common.ToolErrorListener").setLevel(Level.ERROR);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    /** A line for each event: level, abbreviated logger and message; a pattern would have to be parsed. */
    private static final class Line extends LayoutBase<ILoggingEvent> {
        private static final int LEVEL_WIDTH = 5;
        private static final int LOGGER_WIDTH = 30;

        private final TargetLengthBasedClassNameAbbreviator names =
                new TargetLengthBasedClassNameAbbreviator(LOGGER_WIDTH);
        private final boolean withTraces;

        Line(boolean withTraces) {
            this.withTraces = withTraces;
            start();
        }

        @Override
        public String doLayout(ILoggingEvent event) {
            String level = event.getLevel().toString();
            String line = level + " ".repeat(Math.max(0, LEVEL_WIDTH - level.length())) + " "
                    + names.abbreviate(event.getLoggerName()) + ": " + event.getFormattedMessage()
                    + System.lineSeparator();
            IThrowableProxy thrown = event.getThrowableProxy();
            return withTraces && thrown != null ? line + ThrowableProxyUtil.asString(thrown) : line;
        }
    }
}
