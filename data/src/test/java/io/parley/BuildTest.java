package io.parley;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/** Tests the guarantees of the build about the JVM that runs the tests. */
class BuildTest {

    @Test
    void nothingCanBeDeserialized() throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var out = new ObjectOutputStream(bytes)) {
            out.writeObject(new ArrayList<>());
        }
        try (var in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            assertThatThrownBy(in::readObject).isInstanceOf(InvalidClassException.class);
        }
    }

    @Test
    void nettyLooksForLeaksInEveryBuffer() {
        assertThat(System.getProperty("io.netty.leakDetection.level")).isEqualTo("paranoid");
    }
}
