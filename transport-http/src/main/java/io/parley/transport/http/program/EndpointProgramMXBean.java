package io.parley.transport.http.program;

/** Management interface of a program, registered as {@code io.parley:type=Endpoint,url="…"}. */
public interface EndpointProgramMXBean {
    /** Returns the URL of the service. */
    String getUrl();

    /** Returns the port of the stream channel; 0 if there is none. */
    int getStreamPort();

    /** Returns the name of the queue; empty if there is none. */
    String getQueue();

    /** Returns the number of open sessions. */
    int getSessions();

    /** Returns the number of calls that handlers received on sessions. */
    long getStreamedCalls();

    /** Returns the number of calls that handlers received by SOAP. */
    long getSoapCalls();

    /** Returns the number of calls that were answered with an error. */
    long getFailedCalls();

    /** Returns the bytes of messages and bodies that are held now. */
    long getHeldBytes();

    /** Returns the bytes sent on sessions so far. */
    long getBytesOut();

    /** Returns the bytes received on sessions so far. */
    long getBytesIn();
}
