package io.parley.cxf.containers;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** Reader of the settings that a cleartext HTTP/2 server sends first (RFC 7540, 3.2 and 6.5). */
final class Http2Settings {
    /** Identifier of the setting in RFC 8441, 3. */
    static final int ENABLE_CONNECT_PROTOCOL = 8;

    private static final int PATIENCE_MILLIS = 20_000;
    private static final int SETTINGS = 4;
    private static final int SETTING_BYTES = 6;

    private Http2Settings() {}

    static Map<Integer, Integer> of(int port) throws IOException {
        try (Socket socket = new Socket("localhost", port)) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            String upgrade = String.join(
                    "\r\n",
                    "GET /none HTTP/1.1",
                    "Host: localhost",
                    "Connection: Upgrade, HTTP2-Settings",
                    "Upgrade: h2c",
                    "HTTP2-Settings: AAMAAABk",
                    "",
                    "");
            socket.getOutputStream().write(upgrade.getBytes(StandardCharsets.ISO_8859_1));
            DataInputStream in = new DataInputStream(socket.getInputStream());
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                head.append((char) in.readUnsignedByte());
            }
            if (!head.toString().startsWith("HTTP/1.1 101")) {
                throw new EOFException("expected HTTP/2, found " + head);
            }
            socket.getOutputStream().write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
            int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
            if (in.readUnsignedByte() != SETTINGS) {
                throw new EOFException("expected SETTINGS first, found another frame");
            }
            in.skipNBytes(5); // flags and stream id
            Map<Integer, Integer> settings = new TreeMap<>();
            for (int at = 0; at < length; at += SETTING_BYTES) {
                settings.put(in.readUnsignedShort(), in.readInt());
            }
            return settings;
        }
    }
}
