package io.parley.negotiation;

import io.parley.Limit;
import java.util.List;
import java.util.Optional;

/** Compares an answer with its offer, term by term, up to the first objection. */
final class AnswerCheck {
    private final Offer offer;
    private final Answer answer;

    AnswerCheck(Offer offer, Answer answer) {
        this.offer = offer;
        this.answer = answer;
    }

    Optional<Refusal> firstObjection() {
        if (!answer.offerId().equals(offer.id())) {
            return objection(FallbackReason.DIGEST_MISMATCH, "the answer is for another offer");
        }
        if (answer.version() > offer.version()) {
            return objection(
                    FallbackReason.VERSION,
                    "the answer speaks version " + answer.version() + ", offered was " + offer.version());
        }
        if (!answer.token().isIssued()) {
            return objection(FallbackReason.TOKEN_REFUSED, "the answer brings no token");
        }
        return choice("representation", answer.representation(), offer.representations())
                .or(this::operations)
                .or(() -> choice("channel", answer.channel(), offer.channels()))
                .or(() -> choice("security", answer.security(), offer.securities()))
                .or(this::certificate)
                .or(() -> choice("compression", answer.compression(), offer.compressions()))
                .or(this::combination)
                .or(() -> choice("reliability", answer.reliability(), offer.reliabilities()))
                .or(this::deliveries)
                .or(this::contextStore)
                .or(this::headers)
                .or(this::lifetime)
                .or(this::limits);
    }

    private static Optional<Refusal> choice(String term, String chosen, List<String> offered) {
        return offered.contains(chosen)
                ? Optional.empty()
                : objection(
                        FallbackReason.NO_COMMON_TERM,
                        term + ": the answer chose " + chosen + ", offered were " + offered);
    }

    private Optional<Refusal> operations() {
        for (OperationTerm each : answer.operations()) {
            String chosen = each.representations().get(0);
            Optional<Refusal> objection =
                    choice("operation/representation", chosen, offer.representations(each.operation()));
            if (objection.isPresent()) {
                return objection;
            }
        }
        return Optional.empty();
    }

    /** Checks that messages may be lost only if the offer allows it, on a channel with datagrams. */
    private Optional<Refusal> deliveries() {
        boolean possible = DeliveryTerm.lossGoesWith(answer.channel(), answer.reliability());
        for (OperationTerm each : answer.operations()) {
            DeliveryTerm offered = OperationTerm.delivery(offer.operations(), each.operation());
            boolean fits = DeliveryTerm.of(each.delivery())
                    .filter(chosen -> chosen == chosen.with(offered))
                    .filter(chosen -> possible || !chosen.mayBeLost())
                    .isPresent();
            if (!fits) {
                return objection(
                        FallbackReason.NO_COMMON_TERM,
                        "operation/@delivery: the answer chose " + each.delivery() + " on " + answer.channel()
                                + " with " + answer.reliability() + ", offered was " + offered.term());
            }
        }
        return Optional.empty();
    }

    /** Checks that the answer has a certificate exactly if the channel has protected addresses of its own. */
    private Optional<Refusal> certificate() {
        boolean wanted = answer.security().equals(ChannelSecurity.TLS.term())
                && !answer.addresses().isEmpty();
        if (wanted == !answer.certificate().isEmpty()) {
            return Optional.empty();
        }
        return wanted
                ? objection(
                        FallbackReason.TLS_NOT_AVAILABLE,
                        "the answer chose " + answer.channel() + " with tls and names no certificate")
                : objection(
                        FallbackReason.NO_COMMON_TERM,
                        "the answer names a certificate for " + answer.channel() + " with " + answer.security());
    }

    private Optional<Refusal> combination() {
        if (!Reliability.goesWith(answer.reliability(), answer.channel(), answer.compression())) {
            return objection(
                    FallbackReason.NO_COMMON_TERM,
                    "the answer combines " + answer.reliability() + " with " + answer.channel() + ", compression "
                            + answer.compression());
        }
        boolean together = CompressionTerm.goesWith(answer.compression(), answer.representation(), answer.channel())
                && answer.operations().stream()
                        .allMatch(each -> CompressionTerm.goesWith(
                                answer.compression(), each.representations().get(0), answer.channel()));
        return together
                ? Optional.empty()
                : objection(
                        FallbackReason.NO_COMMON_TERM,
                        "the answer combines " + answer.compression() + " with " + answer.representation() + " on "
                                + answer.channel());
    }

    private Optional<Refusal> contextStore() {
        String chosen = answer.contextStore();
        return chosen.isEmpty() || offer.contextStores().contains(chosen)
                ? Optional.empty()
                : objection(FallbackReason.HOST_NOT_ALLOWED, "the answer names a context store that was not offered");
    }

    private Optional<Refusal> headers() {
        List<String> known =
                offer.headers().stream().filter(answer.headers()::contains).toList();
        return answer.headers().equals(known)
                ? Optional.empty()
                : objection(
                        FallbackReason.NO_COMMON_TERM,
                        "the answer names header blocks that were not offered, or not in this order");
    }

    private Optional<Refusal> lifetime() {
        return answer.lifetimeSeconds() <= offer.lifetimeSeconds()
                ? Optional.empty()
                : above("lifetime", offer.lifetimeSeconds(), answer.lifetimeSeconds());
    }

    private Optional<Refusal> limits() {
        for (Limit limit : Limit.values()) {
            Long answered = answer.limits().get(limit.setting());
            if (answered != null && limit.agreed()) {
                long offered = offer.limits().getOrDefault(limit.setting(), Long.MAX_VALUE);
                if (answered > offered) {
                    return above(limit.setting(), offered, answered);
                }
                if (!Negotiator.isUseful(limit, answered)) {
                    return objection(
                            FallbackReason.NO_COMMON_TERM,
                            limit.setting() + ": the answer allows " + answered + ", which is too small to use");
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<Refusal> above(String term, long offered, long answered) {
        return objection(
                FallbackReason.NO_COMMON_TERM,
                term + ": the answer says " + answered + ", offered was at most " + offered);
    }

    private static Optional<Refusal> objection(FallbackReason reason, String detail) {
        return Optional.of(new Refusal(reason, detail));
    }
}
