package io.parley.bench.contest;

import java.io.IOException;
import java.util.List;

/** How clients get to a server of this machine: straight, or through something that counts or slows down. */
public interface Door {
    /** Where servers listen, unless somebody says otherwise. */
    String SERVER = "127.0.0.1";

    /** No door at all. */
    Door DIRECT = new Door() {
        @Override
        public String host() {
            return SERVER;
        }

        @Override
        public void open(List<Integer> ports) {}
    };

    /** A door to servers that listen on another address of this machine. */
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

    /** The address that servers listen on. */
    default String server() {
        return SERVER;
    }

    /** The address that clients connect to. */
    String host();

    /** Makes ports of {@link #SERVER} reachable under the same numbers at {@link #host}. */
    void open(List<Integer> ports) throws IOException;
}
