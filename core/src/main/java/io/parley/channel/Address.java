package io.parley.channel;

/**
 * Address of a channel. The host is a name or literal as negotiated; it is not resolved here.
 *
 * @param host never empty
 * @param port 0 to 65535; 0 only when listening, for a free port
 */
public record Address(String host, int port) {
    public Address {
        if (host.isEmpty() || port < 0 || port > 65_535) {
            throw new IllegalArgumentException("expected host and a port of 0 to 65535, found " + host + ":" + port);
        }
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
