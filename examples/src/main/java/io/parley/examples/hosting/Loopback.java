package io.parley.examples.hosting;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;

/** Ports and buses for services and clients of one process. */
public final class Loopback {
    private Loopback() {}

    /** Returns a port that is free now; another process may take it before it is bound. */
    public static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Creates a bus without making it the thread's default, as CXF would. */
    public static Bus bus() {
        Bus before = BusFactory.getThreadDefaultBus(false);
        Bus bus = BusFactory.newInstance().createBus();
        BusFactory.setThreadDefaultBus(before);
        return bus;
    }
}
