package io.parley.bench.loss;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Program that sends a byte over TCP; without a byte as its second argument it listens, receives one and prints it. */
public final class OneByte {
    private static final int PORT = 7001;

    private OneByte() {}

    public static void main(String[] arguments) throws Exception {
        InetAddress at = InetAddress.getByName(arguments[0]);
        if (arguments.length > 1) {
            try (Socket socket = new Socket(at, PORT)) {
                socket.getOutputStream().write(Integer.parseInt(arguments[1]));
            }
            return;
        }
        try (ServerSocket door = new ServerSocket(PORT, 1, at)) {
            System.out.println("ready");
            try (Socket socket = door.accept()) {
                System.out.println(socket.getInputStream().read());
            }
        }
    }
}
