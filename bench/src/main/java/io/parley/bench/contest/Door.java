package io.parley.bench.contest;

import java.io.IOException;
import java.util.List;

/** The route from clients to a server on this machine: direct, or through a proxy that counts or delays. */
public interface Door {
    /** The default address that servers listen on. */
    String SERVER = "127.0.0.1";

    /** The direct route. */
    Door DIRECT = at(SERVER);

    /** Returns a direct route to servers that listen on another address of this machine. */
    static Door at(String host) {
        return new Door() {
            @Override
            public String server() {
                return host;
            }

            @Override
            public String host() {
                return host;
            }

            @Override
            public void open(List<Integer> ports) {}
        };
    }

    /** Returns the address that servers listen on. */
    default String server() {
        return SERVER;
    }

    /** Returns the address that clients connect to. */
    String host();

    /** Makes ports of {@link #SERVER} reachable under the same numbers at {@link #host}. */
    void open(List<Integer> ports) throws IOException;
}
