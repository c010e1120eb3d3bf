package io.parley.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.ErrorCode;
import io.parley.Limit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Tests that the tables of docs/protocol/framing.md agree with the code. */
class ProtocolPageTest {
    private static final Path PAGE = Path.of("..", "docs", "protocol", "framing.md");

    @Test
    void theFrameTypesAreThoseOfTheCode() throws IOException {
        List<String> expected = new ArrayList<>();
        for (FrameType type : FrameType.values()) {
            String stream = switch (type.streamUse()) {
                case NONE -> "0";
                case STREAM -> "id";
                case EITHER -> "id or 0";
            };
            expected.add(String.join(
                    " ",
                    String.valueOf(type.number()),
                    type.name(),
                    lower(type.scope()),
                    stream,
                    String.format(Locale.ROOT, "0x%02x", type.flags())));
        }
        assertThat(table("## 4.", "number", 5)).isEqualTo(expected);
    }

    @Test
    void theErrorCodesAreThoseOfTheCode() throws IOException {
        List<String> expected = Arrays.stream(ErrorCode.values())
                .map(code -> code.number() + " " + code.name() + " " + lower(code.scope()) + " " + lower(code.retry()))
                .toList();
        assertThat(table("## 10.", "number", 4)).isEqualTo(expected);
    }

    @Test
    void theLimitsAreThoseOfTheCode() throws IOException {
        List<String> expected = Arrays.stream(Limit.values())
                .map(limit -> limit.setting() + " " + limit.unit() + " " + limit.initialText() + " "
                        + (limit.agreed() ? "yes" : "no"))
                .toList();
        assertThat(table("## 11.", "setting", 4)).isEqualTo(expected);
    }

    /** Returns the first cells of each row of the first table below a heading whose first column has that name. */
    private static List<String> table(String heading, String firstColumn, int cells) throws IOException {
        List<String> rows = new ArrayList<>();
        String page = Files.readString(PAGE);
        boolean inside = false;
        for (String line : page.substring(page.indexOf("\n" + heading) + 1).split("\n", -1)) {
            if (line.startsWith("| " + firstColumn + " |")) {
                inside = true;
            } else if (inside && !line.startsWith("|")) {
                break;
            } else if (inside && !line.startsWith("|---")) {
                rows.add(String.join(
                        " ",
                        Arrays.stream(line.split("\\|", -1))
                                .skip(1)
                                .limit(cells)
                                .map(String::trim)
                                .toList()));
            }
        }
        return rows;
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
