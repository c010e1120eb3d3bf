package io.parley.bench.link;

import java.io.IOException;
import java.net.Socket;

/** Where the bytes of one direction of a connection leave the door. Used by one thread. */
interface Exit {
    /** Sends bytes on; the array is used again afterwards. */
    void send(byte[] bytes, int count) throws IOException;

    /** No more will come: what is under way still arrives, then this direction ends. */
    void end();

    /** An exit at which nothing waits. */
    static Exit straight(Connection connection, Socket to) throws IOException {
        var out = to.getOutputStream();
        return new Exit() {
            @Override
            public void send(byte[] bytes, int count) throws IOException {
                out.write(bytes, 0, count);
            }

            @Override
            public void end() {
                connection.ended(to);
            }
        };
    }
}
