package io.parley.transport.http.program;

/** What a console sees of a program: {@code io.parley:type=Endpoint,url="…"}. */
public interface EndpointProgramMXBean {
    /** Where it is called. */
    String getUrl();

    /** The port of the stream; 0 if there is none. */
    int getStreamPort();

    /** Sessions that are open now. */
    int getSessions();

    /** Calls that handlers took, and which came by sessions. */
    long getStreamedCalls();

    /** Calls that came by SOAP. */
    long getSoapCalls();

    /** Calls whose callers were told of an error. */
    long getFailedCalls();

    /** Bytes of messages and bodies that are held now. */
    long getHeldBytes();

    /** Bytes of sessions, sent so far. */
    long getBytesOut();

    /** Bytes of sessions, received so far. */
    long getBytesIn();
}
