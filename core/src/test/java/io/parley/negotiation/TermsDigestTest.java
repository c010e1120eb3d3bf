package io.parley.negotiation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Tests that the digest of an agreement is computed as in docs/protocol/negotiation.md, 13.4, so that others can
 * implement it from the page.
 */
class TermsDigestTest {
    private static final Path PAGE = Path.of("../docs/protocol/negotiation.md");
    private static final Path VECTOR = Path.of("../docs/protocol/vectors/terms-digest.txt");
    private static final String DIGEST = "\nsha-256 ";
    private static final Pattern ON_PAGE = Pattern.compile("(?m)^⟨((?:offer|answer)\\.[A-Za-z.]+)⟩");
    private static final Pattern IN_TEXT = Pattern.compile("(?m)^\\d+:((?:offer|answer)\\.[A-Za-z.]+) ");

    private static final Offer OFFER = Sides.reached(Negotiator.offer(
            Sides.HTTP,
            "{urn:x}Port",
            Sides.client()
                    .operations(List.of(new OperationTerm("{urn:x}audit", List.of("bnux"))))
                    .build(),
            "offer-1"));
    private static final Answer ANSWER = Sides.reached(Negotiator.answer(
            OFFER,
            Sides.service()
                    .operations(List.of(new OperationTerm("{urn:x}audit", List.of("bnux", "hhfr"))))
                    .build(),
            "answer-1"));

    @Test
    void thePageHasTheLinesInTheirOrder() throws IOException {
        String page = Files.readString(PAGE);
        String section = page.substring(page.indexOf("### 13.4 "), page.indexOf("### 13.5 "));

        assertThat(names(ON_PAGE, section)).isEqualTo(names(IN_TEXT, everyLine()));
    }

    /** Returns the text of an offer and answer that have every kind of line. */
    private static String everyLine() {
        OperationTerm audit = new OperationTerm("{urn:x}audit", List.of("bnux"), "latest");
        ChannelTerm quic = ChannelTerm.plain("quic", HostPort.ownHost(7001));
        Offer offer = Sides.reached(Negotiator.offer(
                Sides.HTTP,
                "{urn:x}Port",
                Sides.client().channel(quic).operations(List.of(audit)).build(),
                "offer-1"));
        Answer answer = Sides.reached(Negotiator.answer(
                Changed.offer(offer, Map.of("channels", List.of("quic"))),
                Sides.service().channel(quic).operations(List.of(audit)).build(),
                "answer-1"));
        return CanonicalText.of(offer, answer).toString();
    }

    @Test
    void theVectorIsTheTextAndItsDigest() throws Exception {
        String file = Files.readString(VECTOR);
        int end = file.lastIndexOf(DIGEST) + 1;
        String text = file.substring(0, end);
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));

        assertThat(text).isEqualTo(CanonicalText.of(OFFER, ANSWER).toString());
        assertThat(file.substring(end + DIGEST.length() - 1).strip())
                .isEqualTo(HexFormat.of().formatHex(hash))
                .isEqualTo(CanonicalText.of(OFFER, ANSWER).digest().toString());
    }

    private static List<String> names(Pattern pattern, String text) {
        List<String> names = new ArrayList<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
        return names;
    }
}
