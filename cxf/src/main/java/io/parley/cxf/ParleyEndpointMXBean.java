package io.parley.cxf;

import java.util.List;
import java.util.Map;

/**
 * Management view of one client or service, for consoles: {@link ParleyStatus} in open types (JSR 255). Its object name
 * is {@code io.parley:type=Client} or {@code type=Service} with the keys {@code bus}, {@code service}, {@code port} and
 * {@code number}. It is unregistered with its endpoint. Reading an attribute never derives the endpoint's model.
 */
public interface ParleyEndpointMXBean {
    /** Returns the address of the service; a path if a servlet hosts it. */
    String getAddress();

    /** Returns the mode in effect: auto, always or never. */
    String getMode();

    /**
     * Returns whether this endpoint is switched on, regardless of the process-wide switch ({@link ParleySwitchMXBean}).
     */
    boolean isOn();

    /**
     * Switches Parley on or off for this endpoint alone. While off, its calls are sent by SOAP with the reason {@code
     * SWITCHED_OFF}.
     */
    void setOn(boolean on);

    /**
     * Closes the endpoint's sessions gracefully and discards cached knowledge of its peers: the next calls are sent by
     * SOAP while a client renegotiates.
     */
    void negotiateAgain();

    /** Returns the settings present at the endpoint, its service or its bus, by name; values of secrets are masked. */
    Map<String, String> getSettings();

    /** Returns the terms of the session used or opened last, by name; empty if there was none. */
    Map<String, String> getAgreement();

    /** Returns the number of calls sent or received on a session. */
    long getStreamedCalls();

    /** Returns the number of body parts that this side wrote typed. */
    long getTypedParts();

    /** Returns the number of body parts that this side wrote as infoset on a session. */
    long getInfosetParts();

    /** Returns the number of calls by SOAP, by reason (docs/reference/fallback-reasons.md). */
    Map<String, Long> getFallbacks();

    /** Returns the detail of the last fallback; empty if it has none. */
    String getLastFallbackDetail();

    /**
     * Returns every body part that is sent as infoset, as {@code part: reason}. Before the first negotiation the list
     * has one line that says that the model is not derived yet.
     */
    List<String> getUntypedParts();

    /** Returns values of typed parts that were written as infoset, as {@code part: count, reason of the last}. */
    List<String> getUntypedValues();

    /** Returns every body part that is sent typed; for a client as agreed, once there is an agreement. */
    List<String> getTypedPartNames();

    /** Returns channels that a client agreed on but failed to open, with the reason. */
    Map<String, String> getFailedChannels();

    /**
     * Returns the break-even point, from measured times of a client's calls, in microseconds: {@code overheadMicros},
     * {@code savingPerCallMicros}, and {@code calls} if a streamed call saves time. Empty for services, and unless the
     * policy in use weighs costs.
     */
    Map<String, Long> getBreakEven();

    /**
     * Returns the bytes saved by a client's streamed calls against its calls by SOAP, over operations that were called
     * both ways: {@code saved}, negative if they took more, {@code compared}, the number of streamed calls, and {@code
     * comparedWith}, the number of calls by SOAP. Empty for services, without such operations, and unless {@code
     * parley.console} enables counting.
     */
    Map<String, Long> getBytesSaved();

    /** Returns the listener addresses of a service's channels. */
    List<String> getListening();

    /**
     * Returns the bytes sent by sessions that are open now, including all headers. Clients with equal credentials share
     * a session.
     */
    long getBytesOut();

    /** Returns the bytes received by sessions that are open now. */
    long getBytesIn();
}
