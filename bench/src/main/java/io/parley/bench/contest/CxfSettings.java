package io.parley.bench.contest;

import io.parley.Limit;
import io.parley.bench.data.Workload;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.control.Settings;
import io.parley.negotiation.Mode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.cxf.attachment.AttachmentDeserializer;
import org.apache.cxf.feature.FastInfosetFeature;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.message.Message;
import org.apache.cxf.staxutils.StaxUtils;
import org.apache.cxf.transport.common.gzip.GZIPFeature;

/** How CXF is set up, so that each form is at its best. */
public enum CxfSettings {
    TEXT,
    FAST_INFOSET,
    MTOM,
    GZIP,
    /** The plugin, with no other way than the stream, however slow the link. */
    PARLEY,
    /** The plugin, with no other way than posts to the service's URL. */
    PARLEY_HTTP,
    /** The plugin, with no other way than a WebSocket at the service's URL. */
    PARLEY_WEBSOCKET,
    /** The plugin on a queue, with no other way than the jms channel. */
    PARLEY_JMS,
    /** The plugin, with infoset as bnux. */
    PARLEY_BNUX,
    /** The plugin, with infoset as Fast Infoset. */
    PARLEY_FASTINFOSET,
    /** The plugin with nothing but SOAP envelopes as text, with TDXML in their bodies, as posts: the TDXML paper. */
    TDXML_ENVELOPES,
    /** The plugin as it is unless told otherwise: by SOAP where the other side does not know Parley. */
    PARLEY_AUTO;

    private static final int PATIENCE_MILLIS = 60_000;
    private static final String SWITCH_URL_CONNECTION = "force.urlconnection.http.conduit";
    private static final long LARGE_BYTES = 1_000_000;
    private static final String NO_LIMIT = Integer.toString(Integer.MAX_VALUE);
    private static final String NO_LONG_LIMIT = Long.toString(Long.MAX_VALUE);

    /** Whether calls go over a channel of Parley's, or fail. */
    boolean streams() {
        return hasPort() || this == PARLEY_HTTP || this == PARLEY_WEBSOCKET || this == PARLEY_JMS;
    }

    /** Whether that channel has a port of its own. */
    boolean hasPort() {
        return this == PARLEY;
    }

    /**
     * Features for client or server.
     *
     * @param host where clients get to a server's stream; a client's says nothing
     */
    public List<Feature> features(String host, int streamPort) {
        return switch (this) {
            case TEXT, MTOM -> List.of();
            case FAST_INFOSET -> {
                FastInfosetFeature feature = new FastInfosetFeature();
                feature.setForce(true);
                yield List.of(feature);
            }
            case GZIP -> {
                GZIPFeature feature = new GZIPFeature();
                feature.setThreshold(0);
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

    /** Endpoint properties for client and server: CXF's own limits would refuse what is carried. */
    public Map<String, Object> properties() {
        Map<String, Object> properties = new HashMap<>();
        properties.put(StaxUtils.MAX_CHILD_ELEMENTS, NO_LIMIT);
        properties.put(StaxUtils.MAX_TEXT_LENGTH, NO_LIMIT);
        properties.put(StaxUtils.MAX_ELEMENT_COUNT, NO_LONG_LIMIT);
        properties.put(StaxUtils.MAX_XML_CHARACTERS, NO_LONG_LIMIT);
        if (this == MTOM) {
            properties.put(Message.MTOM_ENABLED, true);
            // Else attachments from 100 kB on are written to disk.
            properties.put(AttachmentDeserializer.ATTACHMENT_MEMORY_THRESHOLD, NO_LIMIT);
        }
        return properties;
    }

    /** The bus's properties: of CXF's clients for HTTP, the one that is faster for contents of that size. */
    Map<String, Object> busProperties(Workload workload) {
        return Map.of(SWITCH_URL_CONNECTION, workload.bytes() >= LARGE_BYTES);
    }
}
