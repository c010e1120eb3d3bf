package io.parley.bench.contest;

import io.parley.Limit;
import io.parley.bench.data.Workload;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.settings.Settings;
import io.parley.negotiation.Mode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.cxf.attachment.AttachmentDeserializer;
import org.apache.cxf.feature.FastInfosetFeature;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.message.Message;
import org.apache.cxf.staxutils.StaxUtils;

/** The settings of CXF, chosen so that each form performs at its best. */
public enum CxfSettings {
    TEXT,
    FAST_INFOSET,
    MTOM,
    /** The plugin with the stream only, however slow the link. */
    PARLEY,
    /** The plugin with POST requests to the service's URL only. */
    PARLEY_HTTP,
    /** The plugin with a WebSocket at the service's URL only. */
    PARLEY_WEBSOCKET,
    /** The plugin on a queue, with the jms channel only. */
    PARLEY_JMS,
    /** The plugin with bnux as representation. */
    PARLEY_BNUX,
    /** The plugin with Fast Infoset as representation. */
    PARLEY_FASTINFOSET,
    /**
     * The plugin with SOAP envelopes as text, TDXML in their bodies, and POST requests only: the setup of the TDXML
     * paper.
     */
    TDXML_ENVELOPES,
    /** The plugin with its defaults: it falls back to SOAP if the peer does not support Parley. */
    PARLEY_AUTO;

    private static final int PATIENCE_MILLIS = 60_000;
    private static final String SWITCH_URL_CONNECTION = "force.urlconnection.http.conduit";
    private static final long LARGE_BYTES = 1_000_000;
    private static final String NO_LIMIT = Integer.toString(Integer.MAX_VALUE);
    private static final String NO_LONG_LIMIT = Long.toString(Long.MAX_VALUE);

    /** Returns whether calls go over a channel of Parley's or fail. */
    boolean streams() {
        return hasPort() || this == PARLEY_HTTP || this == PARLEY_WEBSOCKET || this == PARLEY_JMS;
    }

    /** Returns whether the channel has its own port. */
    boolean hasPort() {
        return this == PARLEY;
    }

    /**
     * Returns the features of a client or server.
     *
     * @param host the advertised host of a server's stream; empty for a client
     */
    public List<Feature> features(String host, int streamPort) {
        return switch (this) {
            case TEXT, MTOM -> List.of();
            case FAST_INFOSET -> {
                FastInfosetFeature feature = new FastInfosetFeature();
                feature.setForce(true);
                yield List.of(feature);
            }
            case PARLEY -> List.of(streaming(host, streamPort));
            case PARLEY_BNUX -> List.of(streaming(host, streamPort).set(Settings.REPRESENTATIONS, "bnux"));
            case PARLEY_FASTINFOSET ->
                List.of(streaming(host, streamPort).set(Settings.REPRESENTATIONS, "fastinfoset"));
            case PARLEY_HTTP -> List.of(always().set(Settings.CHANNELS, "http"));
            case PARLEY_WEBSOCKET -> List.of(always().set(Settings.CHANNELS, "websocket"));
            case PARLEY_JMS -> List.of(always());
            case TDXML_ENVELOPES ->
                List.of(new ParleyFeature()
                        .mode(Mode.ALWAYS)
                        .set(Settings.NEGOTIATION_MILLIS, PATIENCE_MILLIS)
                        .set(Settings.CHANNELS, "http")
                        .set(Settings.REPRESENTATIONS, "tdxml"));
            case PARLEY_AUTO -> List.of(new ParleyFeature());
        };
    }

    private static ParleyFeature streaming(String host, int streamPort) {
        return always().set(Settings.PORT, streamPort).set(Settings.ADVERTISED_HOST, host);
    }

    private static ParleyFeature always() {
        return new ParleyFeature()
                .mode(Mode.ALWAYS)
                .set(Settings.NEGOTIATION_MILLIS, PATIENCE_MILLIS)
                .set(Limit.OPEN_MILLIS.setting(), PATIENCE_MILLIS);
    }

    /** Returns the endpoint properties of client and server: CXF's default limits would reject the content. */
    public Map<String, Object> properties() {
        Map<String, Object> properties = new HashMap<>();
        properties.put(StaxUtils.MAX_CHILD_ELEMENTS, NO_LIMIT);
        properties.put(StaxUtils.MAX_TEXT_LENGTH, NO_LIMIT);
        properties.put(StaxUtils.MAX_ELEMENT_COUNT, NO_LONG_LIMIT);
        properties.put(StaxUtils.MAX_XML_CHARACTERS, NO_LONG_LIMIT);
        if (this == MTOM) {
            properties.put(Message.MTOM_ENABLED, true);
            // Without this, attachments of 100 kB or more are written to disk.
            properties.put(AttachmentDeserializer.ATTACHMENT_MEMORY_THRESHOLD, NO_LIMIT);
        }
        return properties;
    }

    /** Returns the bus's properties: they choose CXF's HTTP client that is faster for the workload's size. */
    Map<String, Object> busProperties(Workload workload) {
        return Map.of(SWITCH_URL_CONNECTION, workload.bytes() >= LARGE_BYTES);
    }
}
