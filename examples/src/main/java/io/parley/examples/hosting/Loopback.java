package io.parley.examples.hosting;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;

/** What services and clients of one process need of it: ports and buses. */
public final class Loopback {
    private Loopback() {}

    /** A port that was free a moment ago; somebody else may take it before it is bound. */
    public static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** A new bus; CXF would otherwise make it the default one of this thread. */
    public static Bus bus() {
        Bus before = BusFactory.getThreadDefaultBus(false);
        Bus bus = BusFactory.newInstance().createBus();
        BusFactory.setThreadDefaultBus(before);
        return bus;
    }
}
