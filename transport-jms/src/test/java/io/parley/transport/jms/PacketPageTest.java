package io.parley.transport.jms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that docs/protocol/channels.md lists the kinds of packets that the code has. */
class PacketPageTest {
    private static final int KIND = 5;

    @Test
    void theKindsOfThePageAreThoseOfTheCode() throws IOException {
        String page = Files.readString(Path.of("../docs/protocol/channels.md"));
        String table = page.substring(page.indexOf("| kind | name |"));

        assertThat(table.lines()
                        .takeWhile(line -> line.startsWith("|"))
                        .skip(2)
                        .map(line -> line.split("\\|", -1))
                        .map(cells -> cells[1].strip() + " " + cells[2].strip()))
                .containsExactly(Stream.of(Packet.Kind.values())
                        .map(kind -> number(kind) + " " + kind)
                        .toArray(String[]::new));
    }

    private static int number(Packet.Kind kind) {
        return Packet.header(kind, ByteBuffer.allocate(Packet.ID_BYTES), 0)[KIND];
    }
}
