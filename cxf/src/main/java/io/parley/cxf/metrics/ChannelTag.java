package io.parley.cxf.metrics;

import io.micrometer.core.instrument.Tag;
import io.parley.cxf.transport.CallChannel;
import java.util.List;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.metrics.micrometer.provider.TagsCustomizer;

/**
 * Additional tag for the meters of CXF's metrics ({@code cxf.client.requests}, {@code cxf.server.requests}): {@value
 * #NAME}, with the value {@code soap} or the channel of the call's session, such as {@code stream}, {@code http} or
 * {@code jms}. Passed to CXF's {@code MicrometerMetricsProvider}; the Spring Boot starter does so. Thread-safe.
 */
public final class ChannelTag implements TagsCustomizer {
    /** Name of the tag. */
    public static final String NAME = "channel";

    @Override
    public Iterable<Tag> getAdditionalTags(Exchange exchange, boolean client) {
        return List.of(Tag.of(NAME, CallChannel.of(exchange)));
    }
}
