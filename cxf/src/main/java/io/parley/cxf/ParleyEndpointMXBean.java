package io.parley.cxf;

import java.util.List;
import java.util.Map;

/**
 * Management view of one client or service, for consoles: {@link ParleyStatus} in open types (JSR 255). Its name is
 * {@code io.parley:type=Client} or {@code type=Service} with the keys {@code bus}, {@code service}, {@code port} and
 * {@code number}. It is unregistered with its endpoint. Reading it derives the schema if nothing has done so before.
 */
public interface ParleyEndpointMXBean {
    /** Returns the address of the service; a path if a servlet hosts it. */
    String getAddress();

    /** Mode, as the endpoint has it: auto, always or never. */
    String getMode();

    /** Returns the switch of this endpoint, whatever that of the process is ({@link ParleySwitchMXBean}). */
    boolean isOn();

    /** Switches Parley on or off for this endpoint alone; off, its calls go by SOAP, {@code SWITCHED_OFF}. */
    void setOn(boolean on);

    /**
     * Ends its sessions in order and forgets what is known of the other side: the next calls go by SOAP, and a client negotiates beside
     * them.
     */
    void negotiateAgain();

    /** Returns the settings that are set at the endpoint, its service or its bus, by name; of secrets nothing but that. */
    Map<String, String> getSettings();

    /** Terms of the session that was used or made last, by name; empty if there was none. */
    Map<String, String> getAgreement();

    /** Calls sent on a session, or received by one. */
    long getStreamedCalls();

    /** Body parts that this side wrote typed. */
    long getTypedParts();

    /** Body parts that this side wrote as events on a session. */
    long getInfosetParts();

    /** Calls that went by SOAP, by reason (docs/reference/fallback-reasons.md). */
    Map<String, Long> getFallbacks();

    /** Returns details beside the last reason; may be empty. */
    String getLastFallbackDetail();

    /**
     * Returns every body part that travels as infoset, with the reason: {@code part: reason}. Before the first negotiation one line
     * says that nothing is bound yet: reading it binds nothing.
     */
    List<String> getUntypedParts();

    /** Values of typed parts that were written as infoset: {@code part: how many, and why the last of them}. */
    List<String> getUntypedValues();

    /** Returns every body part that travels typed; a client's as agreed, once they were. */
    List<String> getTypedPartNames();

    /** Channels that a client agreed on and could not open since, with the reason. */
    Map<String, String> getPassedOver();

    /**
     * Returns the break-even point by the times of a client's calls, in microseconds: {@code overheadMicros}, {@code
     * savingPerCallMicros}, and if it saves anything {@code calls}. Empty for services, and where no policy weighs
     * costs.
     */
    Map<String, Long> getBreakEven();

    /**
     * Returns what the calls of a client saved in bytes against SOAP, by operations that went both ways: {@code saved}, negative if they took
     * more, {@code compared}, the number of these calls on sessions, and {@code comparedWith}, that of those by SOAP. Empty for services, and
     * where nothing is counted or was compared: see {@code parley.console}.
     */
    Map<String, Long> getBytesSaved();

    /** Returns the addresses of the listeners of a service's channels. */
    List<String> getListening();

    /** Bytes sent by the sessions that are open now, with all headers; clients with equal credentials share one. */
    long getBytesOut();

    /** Bytes received by them. */
    long getBytesIn();
}
