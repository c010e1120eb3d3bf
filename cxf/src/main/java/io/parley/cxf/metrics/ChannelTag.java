package io.parley.cxf.metrics;

import io.micrometer.core.instrument.Tag;
import io.parley.cxf.transport.CallChannel;
import java.util.List;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.metrics.micrometer.provider.TagsCustomizer;

/**
 * Additional tag for the meters of CXF's metrics ({@code cxf.client.requests}, {@code cxf.server.requests}): {@value
 * #NAME}, how the call travelled: {@code soap}, or the channel of its session: {@code stream}, {@code http}, {@code
 * jms}. Given to CXF's {@code MicrometerMetricsProvider}; the Spring Boot starter does that. Thread-safe.
 */
public final class ChannelTag implements TagsCustomizer {
    /** Name of the tag. */
    public static final String NAME = "channel";

    @Override
    public Iterable<Tag> getAdditionalTags(Exchange exchange, boolean client) {
        return List.of(Tag.of(NAME, CallChannel.of(exchange)));
    }
}
