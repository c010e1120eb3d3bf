package io.parley.representation.tokens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tokens that no writer wrote; each line of the catalogue is one lie. */
class HostileTokensTest {

    @ParameterizedTest
    @MethodSource("lies")
    void aLieIsMalformed(Lie lie) {
        assertThatThrownBy(() -> Bytes.events(lie.bytes()))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MALFORMED_MESSAGE));
    }

    @Test
    void theNotationOfThisTestWritesWhatAReaderReads() throws Exception {
        Lie truth = lie(
                "no lie", 7, "UTF-8", 1 | 64 | 128, 0, 0, "p", 0, "urn:p", "a", 1, 3, 3, 1, 0, 1, 1, "x", "1", 2, 8);
        assertThat(Bytes.events(truth.bytes())).isEqualTo("<p:{urn:p}a p:=urn:p x=1></>.");
    }

    @Test
    void aForgedPrefixCannotChangeWhatWasSigned() {
        // {urn:evil}a under the prefix p, which is bound to urn:good: Canonical XML would show the good name.
        Lie forged = lie("", 1 | 64, 0, 0, "p", 0, "urn:good", "r", 1, 3, 3, 1, 0, 3, 0, "urn:evil", "a", 2, 2, 8);
        assertThatThrownBy(() -> Bytes.events(forged.bytes())).hasMessageContaining("bound to its namespace");
    }

    static List<Lie> lies() {
        return List.of(
                lie("nothing at all"),
                lie("an unknown token", 0),
                lie("another unknown token", 10),
                lie("flags on a token that has none", 3 | 64),
                lie("a flag that nobody knows", 1 | 32, 0, 1, 1, "a", 2, 8),
                lie("an end without a start", 2, 8),
                lie("an end before the root", 8),
                lie("an end inside the root", 1, 0, 1, 1, "a", 8),
                lie("two roots", 1, 0, 1, 1, "a", 2, 1, 1, 2, 8),
                lie("text that is empty", 1, 0, 1, 1, "a", 3, "", 2, 8),
                lie("text before the root", 3, "x", 1, 0, 1, 1, "a", 2, 8),
                lie("text after the root", 1, 0, 1, 1, "a", 2, 3, "x", 8),
                lie("a section after the root", 1, 0, 1, 1, "a", 2, 4, "x", 8),
                lie("two declarations of the document", 7, "", 7, "", 1, 0, 1, 1, "a", 2, 8),
                lie("a declaration too late", 5, "x", 7, "", 1, 0, 1, 1, "a", 2, 8),
                lie("an encoding that is none", 7, "a b", 1, 0, 1, 1, "a", 2, 8),
                lie("more behind the end", 1, 0, 1, 1, "a", 2, 8, 8),
                lie("a name that nobody introduced", 1, 1, 2, 8),
                lie("a prefix that nobody introduced", 1, 0, 3, 1, "a", 2, 8),
                lie("a namespace that nobody introduced", 1, 0, 1, 3, "a", 2, 8),
                lie("a name twice new", 1, 0, 1, 1, "a", 1, 0, 1, 1, "a", 2, 2, 8),
                lie("an empty name", 1, 0, 1, 1, "", 2, 8),
                lie("a name with markup", 1, 0, 1, 1, "a b=\"\"><c", 2, 8),
                lie("a name with a colon", 1, 0, 1, 1, "p:a", 2, 8),
                lie("a prefix with markup", 1 | 64, 0, 0, "p q", 0, "urn:p", "a", 1, 3, 3, 2, 8),
                lie("the prefix xmlns", 1 | 64, 0, 0, "xmlns", 0, "urn:p", "a", 1, 3, 3, 2, 8),
                lie("a prefix without namespace", 1, 0, 0, "p", 1, "a", 2, 8),
                lie("a prefix that is not bound", 1, 0, 0, "p", 0, "urn:p", "a", 2, 8),
                lie("a default namespace that is not declared", 1, 0, 1, 0, "urn:p", "a", 2, 8),
                lie(
                        "a default namespace that was not undeclared",
                        1 | 64,
                        0,
                        1,
                        0,
                        "urn:p",
                        "a",
                        1,
                        1,
                        3,
                        1,
                        0,
                        1,
                        1,
                        "b",
                        2,
                        2,
                        8),
                lie("a prefix undeclared", 1 | 64, 0, 1, 1, "a", 1, 0, "p", 1, 2, 8),
                lie("a prefix declared twice", 1 | 64, 0, 1, 1, "a", 2, 0, "p", 0, "urn:p", 3, 3, 2, 8),
                lie("xml bound to something else", 1 | 64, 0, 1, 1, "a", 1, 2, 0, "urn:p", 2, 8),
                lie("something else bound to the namespace of xml", 1 | 64, 0, 1, 1, "a", 1, 0, "p", 2, 2, 8),
                lie(
                        "the namespace of xmlns",
                        1 | 64,
                        0,
                        1,
                        1,
                        "a",
                        1,
                        0,
                        "p",
                        0,
                        "http://www.w3.org/2000/xmlns/",
                        2,
                        8),
                lie("no declarations where some were said", 1 | 64, 0, 1, 1, "a", 0, 2, 8),
                lie("no attributes where some were said", 1 | 128, 0, 1, 1, "a", 0, 2, 8),
                lie("an attribute twice", 1 | 128, 0, 1, 1, "a", 2, 1, "x", 1, "y", 2, 8),
                lie(
                        "an attribute twice by two prefixes",
                        1 | 64 | 128,
                        0,
                        1,
                        1,
                        "a",
                        2,
                        0,
                        "p",
                        0,
                        "urn:p",
                        0,
                        "q",
                        3,
                        2,
                        0,
                        3,
                        3,
                        "x",
                        "1",
                        0,
                        4,
                        3,
                        "x",
                        "2",
                        2,
                        8),
                lie(
                        "an attribute in the default namespace",
                        1 | 64 | 128,
                        0,
                        1,
                        0,
                        "urn:p",
                        "a",
                        1,
                        1,
                        3,
                        1,
                        1,
                        "x",
                        2,
                        8),
                lie(
                        "a prefix used after its scope",
                        1,
                        0,
                        1,
                        1,
                        "a",
                        1 | 64,
                        0,
                        0,
                        "p",
                        0,
                        "urn:p",
                        "b",
                        1,
                        3,
                        3,
                        2,
                        1,
                        2,
                        2,
                        2,
                        8),
                lie("text that XML cannot hold", 1, 0, 1, 1, "a", 3, "\u0001", 2, 8),
                lie("an attribute that XML cannot hold", 1 | 128, 0, 1, 1, "a", 1, 1, "\uFFFF", 2, 8),
                lie("a section that ends early", 1, 0, 1, 1, "a", 4, "]]><b/>", 2, 8),
                lie("a comment that ends early", 1, 0, 1, 1, "a", 5, "--><b/>", 2, 8),
                lie("a comment that ends with a hyphen", 1, 0, 1, 1, "a", 5, "x-", 2, 8),
                lie("an instruction that ends early", 1, 0, 1, 1, "a", 6, "t", "?><b/>", 2, 8),
                lie("an instruction called xml", 6, "XmL", "version='1.1'", 1, 0, 1, 1, "a", 2, 8),
                lie("a pause that nobody expects", 1, 0, 1, 1, "a", 9, 2, 8),
                lie("a count beyond the message", 1 | 128, 0, 1, 1, "a", 100, 2, 8));
    }

    /** Numbers stand for themselves, strings for a length and their bytes. */
    private static Lie lie(String name, Object... content) {
        var bytes = new ByteArrayOutputStream();
        for (Object item : content) {
            if (item instanceof String text) {
                byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
                bytes.write(utf8.length);
                bytes.writeBytes(utf8);
            } else {
                bytes.write((Integer) item);
            }
        }
        return new Lie(name, bytes.toByteArray());
    }

    private static final class Lie {
        private final String name;
        private final byte[] bytes;

        Lie(String name, byte[] bytes) {
            this.name = name;
            this.bytes = bytes;
        }

        byte[] bytes() {
            return bytes;
        }

        @Override
        public String toString() {
            return name;
        }
    }
}
