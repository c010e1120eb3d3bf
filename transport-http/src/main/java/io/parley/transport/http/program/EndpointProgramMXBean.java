package io.parley.transport.http.program;

/** Management view of a program: {@code io.parley:type=Endpoint,url="…"}. */
public interface EndpointProgramMXBean {
    /** Returns the URL that it is called at. */
    String getUrl();

    /** The port of the stream; 0 if there is none. */
    int getStreamPort();

    /** Sessions that are open now. */
    int getSessions();

    /** Calls that handlers took, and which came by sessions. */
    long getStreamedCalls();

    /** Calls that came by SOAP. */
    long getSoapCalls();

    /** Returns the number of calls whose callers got an error. */
    long getFailedCalls();

    /** Bytes of messages and bodies that are held now. */
    long getHeldBytes();

    /** Bytes of sessions, sent so far. */
    long getBytesOut();

    /** Bytes of sessions, received so far. */
    long getBytesIn();
}
