package io.parley.negotiation;

import io.parley.Durations;
import io.parley.Limit;
import io.parley.Limits;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The three steps of a negotiation as pure functions: a client makes an offer, a service answers it, and the client
 * accepts the answer (docs/protocol/negotiation.md, "Negotiation"). Callers provide random identifiers.
 */
public final class Negotiator {
    /** The version of the negotiation that this library implements. */
    public static final int VERSION = 1;

    private static final long SMALLEST_USEFUL = 1024;
    private static final Set<Limit> SIZES = Set.of(
            Limit.FRAME_BYTES,
            Limit.MESSAGE_BYTES,
            Limit.SESSION_BYTES,
            Limit.STREAM_CREDIT,
            Limit.SESSION_CREDIT,
            Limit.RESEND_BYTES);

    private Negotiator() {}

    /**
     * Creates the client's offer. Only protected channels are offered to an https service; to another one, unprotected
     * ones first.
     *
     * @param endpoint the service endpoint's qualified name, or empty; left out if it has blanks or is too long
     */
    public static Outcome<Offer> offer(ServiceAddress service, String endpoint, Capabilities own, String id) {
        Set<String> channels = new LinkedHashSet<>();
        Set<String> securities = new LinkedHashSet<>();
        for (ChannelTerm channel : own.channels()) {
            if (!service.secure() || channel.security() == ChannelSecurity.TLS) {
                channels.add(channel.name());
                securities.add(channel.security().term());
            }
        }
        if (securities.remove(ChannelSecurity.TLS.term())) {
            securities.add(ChannelSecurity.TLS.term());
        }
        if (channels.isEmpty() && service.secure()) {
            return Outcome.refused(
                    FallbackReason.TLS_NOT_AVAILABLE, "the client has no protected channel for an https address");
        }
        if (channels.isEmpty() || own.representations().isEmpty()) {
            return Outcome.refused(
                    FallbackReason.NO_COMMON_TERM,
                    "the client has " + own.channels().size() + " channels and "
                            + own.representations().size() + " representations to offer");
        }
        return new Outcome.Reached<>(new Offer(
                VERSION,
                id,
                Terms.isText(endpoint) ? endpoint : "",
                own.representations(),
                own.operations(),
                List.copyOf(channels),
                List.copyOf(securities),
                own.compressions(),
                own.reliabilities().stream().map(Reliability::term).toList(),
                agreedLimits(own.limits()),
                own.lifetime().toSeconds(),
                own.contextStores(),
                own.headers().stream().limit(Terms.MAX_HEADERS).toList(),
                own.data().fingerprint()));
    }

    /**
     * Creates the service's answer: for each term the first of the client's choices that the service supports; without
     * a token.
     */
    public static Outcome<Answer> answer(Offer offer, Capabilities own, String id) {
        Optional<String> representation = first(offer.representations(), own.representations());
        Optional<ChannelTerm> channel = firstChannel(offer, own);
        if (representation.isEmpty()) {
            return nothingInCommon("representation", offer.representations(), own.representations());
        }
        if (channel.isEmpty()) {
            return noChannel(offer, own);
        }
        Map<String, String> chosen = chosen(offer, own, representation.get());
        List<String> compressions = compressions(own, representation.get(), channel.get(), chosen.values());
        Optional<String> compression = first(offer.compressions(), compressions);
        if (compression.isEmpty()) {
            return nothingInCommon("compression", offer.compressions(), own.compressions());
        }
        List<String> reliabilities =
                own.reliabilities().stream().map(Reliability::term).toList();
        Optional<String> reliability = first(
                offer.reliabilities(),
                reliabilities.stream()
                        .filter(name -> Reliability.goesWith(name, channel.get().name(), compression.get()))
                        .toList());
        if (reliability.isEmpty()) {
            return nothingInCommon("reliability", offer.reliabilities(), reliabilities);
        }
        Map<String, Long> limits = smaller(offer.limits(), own.limits());
        for (Limit limit : Limit.values()) {
            long common = limits.getOrDefault(limit.setting(), 0L);
            if (limit.agreed() && !isUseful(limit, common)) {
                return Outcome.refused(
                        FallbackReason.NO_COMMON_TERM,
                        limit.setting() + ": expected at least " + SMALLEST_USEFUL + " on both sides, found " + common);
            }
        }
        boolean alike = own.data().fingerprint().equals(offer.fingerprint());
        return new Outcome.Reached<>(new Answer(
                Math.min(VERSION, offer.version()),
                id,
                offer.id(),
                representation.get(),
                operations(
                        offer,
                        own,
                        chosen,
                        representation.get(),
                        DeliveryTerm.lossGoesWith(channel.get().name(), reliability.get())),
                channel.get().name(),
                channel.get().addresses(),
                channel.get().security().term(),
                channel.get().certificate(),
                compression.get(),
                reliability.get(),
                limits,
                Math.min(offer.lifetimeSeconds(), own.lifetime().toSeconds()),
                first(offer.contextStores(), own.contextStores()).orElse(""),
                offer.headers().stream().filter(own.headers()::contains).toList(),
                own.data().fingerprint(),
                alike ? List.of() : own.data().listed(),
                Token.none()));
    }

    /** Returns the service's compressions that are compatible with the terms chosen before. */
    private static List<String> compressions(
            Capabilities own, String representation, ChannelTerm channel, Collection<String> ofOperations) {
        Predicate<String> goesWithOperations =
                name -> ofOperations.stream().allMatch(each -> CompressionTerm.goesWith(name, each, channel.name()));
        return own.compressions().stream()
                .filter(name -> CompressionTerm.goesWith(name, representation, channel.name()))
                .filter(goesWithOperations)
                .toList();
    }

    /** Chooses for each operation that either side lists the first common representation, or else the usual one. */
    private static Map<String, String> chosen(Offer offer, Capabilities own, String usual) {
        Map<String, String> chosen = new TreeMap<>();
        Stream.concat(own.operations().stream(), offer.operations().stream())
                .map(OperationTerm::operation)
                .forEach(operation -> chosen.put(
                        operation,
                        first(offer.representations(operation), own.representations(operation))
                                .orElse(usual)));
        return chosen;
    }

    /**
     * Returns the operations of an answer: those with another representation than the usual one, and those whose
     * messages may be lost.
     */
    private static List<OperationTerm> operations(
            Offer offer, Capabilities own, Map<String, String> chosen, String usual, boolean mayLose) {
        List<OperationTerm> terms = new ArrayList<>();
        chosen.forEach((operation, representation) -> {
            DeliveryTerm delivery = mayLose
                    ? OperationTerm.delivery(offer.operations(), operation)
                            .with(OperationTerm.delivery(own.operations(), operation))
                    : DeliveryTerm.ASSURED;
            if ((delivery.mayBeLost() || !representation.equals(usual)) && terms.size() < Terms.MAX_OPERATIONS) {
                terms.add(new OperationTerm(operation, List.of(representation), delivery.term()));
            }
        });
        return terms;
    }

    /** Returns the service's copy of the agreement; addresses are those of the answer. */
    public static Agreement agreement(Offer offer, Answer answer, Capabilities own) {
        return agreement(
                offer,
                answer,
                answer.addresses(),
                known(ChannelSecurity.of(answer.security()), "answer/security", answer.security()),
                known(Reliability.of(answer.reliability()), "answer/reliability", answer.reliability()),
                own.limits());
    }

    /**
     * Checks an answer for the client: each choice must have been offered, no value may exceed the offer's, the channel
     * must be as protected as the service's address, and its addresses must be allowed.
     */
    public static Outcome<Agreement> accept(
            Offer offer, Answer answer, Capabilities own, ServiceAddress service, AddressRule rule) {
        Optional<Refusal> objection = new AnswerCheck(offer, answer).firstObjection();
        if (objection.isPresent()) {
            return new Outcome.Refused<>(objection.get());
        }
        ChannelSecurity security = ChannelSecurity.of(answer.security()).orElse(ChannelSecurity.NONE);
        if (service.secure() && security != ChannelSecurity.TLS) {
            return Outcome.refused(
                    FallbackReason.TLS_NOT_AVAILABLE, "the answer chose a plain channel for an https address");
        }
        Optional<Reliability> reliability = Reliability.of(answer.reliability());
        if (reliability.isEmpty() || !has(own.channels(), answer.channel(), security)) {
            return Outcome.refused(
                    FallbackReason.NO_COMMON_TERM,
                    "the client cannot combine the channel " + answer.channel() + " with " + security.term());
        }
        List<HostPort> permitted = rule.permitted(service.host(), answer.addresses());
        if (permitted.isEmpty() && !answer.addresses().isEmpty()) {
            return Outcome.refused(
                    FallbackReason.HOST_NOT_ALLOWED,
                    "the service is at " + Terms.shown(service.host(), 253) + ", the answer names "
                            + Terms.shown(answer.addresses().get(0).toString(), 260));
        }
        return new Outcome.Reached<>(agreement(offer, answer, permitted, security, reliability.get(), own.limits()));
    }

    private static Agreement agreement(
            Offer offer,
            Answer answer,
            List<HostPort> addresses,
            ChannelSecurity security,
            Reliability reliability,
            Limits own) {
        boolean alike = offer.fingerprint().equals(answer.fingerprint());
        return new Agreement(
                answer.id(),
                answer.representation(),
                new AgreedOperations(others(answer), ExpendableOperations.of(answer.operations())),
                answer.channel(),
                addresses,
                security,
                answer.certificate(),
                answer.compression(),
                reliability,
                settled(offer, answer, own),
                Durations.ofSeconds(answer.lifetimeSeconds()),
                answer.contextStore(),
                answer.headers(),
                new DataTerms(alike, answer.fingerprint(), answer.parts()),
                CanonicalText.of(offer, answer).digest());
    }

    /** Returns the representations that differ from the usual one, by operation. */
    private static Map<String, String> others(Answer answer) {
        Map<String, String> others = new TreeMap<>();
        for (OperationTerm each : answer.operations()) {
            String chosen = each.representations().get(0);
            if (!chosen.equals(answer.representation())) {
                others.put(each.operation(), chosen);
            }
        }
        return others;
    }

    /** Returns the limits that apply to both sides: the minimum of offer, answer and own. */
    private static Limits settled(Offer offer, Answer answer, Limits own) {
        Limits settled = own;
        for (Limit limit : Limit.values()) {
            if (limit.agreed()) {
                long offered = offer.limits().getOrDefault(limit.setting(), Long.MAX_VALUE);
                long answered = answer.limits().getOrDefault(limit.setting(), Long.MAX_VALUE);
                settled = settled.with(limit, Math.min(own.get(limit), Math.min(offered, answered)));
            }
        }
        return settled;
    }

    static boolean isUseful(Limit limit, long value) {
        return value >= (SIZES.contains(limit) ? SMALLEST_USEFUL : 1);
    }

    private static Map<String, Long> agreedLimits(Limits own) {
        Map<String, Long> limits = new TreeMap<>();
        for (Limit limit : Limit.values()) {
            if (limit.agreed()) {
                limits.put(limit.setting(), own.get(limit));
            }
        }
        return limits;
    }

    private static Map<String, Long> smaller(Map<String, Long> offered, Limits own) {
        Map<String, Long> limits = agreedLimits(own);
        limits.replaceAll((name, value) -> Math.min(value, offered.getOrDefault(name, Long.MAX_VALUE)));
        return limits;
    }

    private static Optional<String> first(List<String> offered, List<String> own) {
        return offered.stream().filter(own::contains).findFirst();
    }

    private static Optional<ChannelTerm> firstChannel(Offer offer, Capabilities own) {
        for (String name : offer.channels()) {
            for (String security : offer.securities()) {
                for (ChannelTerm channel : own.channels()) {
                    if (channel.name().equals(name) && channel.security().term().equals(security)) {
                        return Optional.of(channel);
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static boolean has(List<ChannelTerm> channels, String name, ChannelSecurity security) {
        return channels.stream().anyMatch(channel -> channel.name().equals(name) && channel.security() == security);
    }

    private static Outcome<Answer> noChannel(Offer offer, Capabilities own) {
        List<String> texts = new ArrayList<>();
        FallbackReason last = null;
        for (String name : offer.channels()) {
            FallbackReason why = own.withheld().get(name);
            if (why != null) {
                texts.add("the service withholds the channel " + name + ": " + why);
                last = why;
            }
        }
        if (last != null) {
            // The reason of the least preferred channel is reported: it is the most useful one to fix.
            return Outcome.refused(last, String.join("; ", texts));
        }
        boolean onlySecurityDiffers =
                own.channels().stream().map(ChannelTerm::name).anyMatch(offer.channels()::contains);
        if (onlySecurityDiffers) {
            return Outcome.refused(
                    FallbackReason.TLS_NOT_AVAILABLE,
                    "channel security: offered are " + offer.securities() + ", the service has others");
        }
        return nothingInCommon(
                "channel",
                offer.channels(),
                own.channels().stream().map(ChannelTerm::name).distinct().toList());
    }

    private static Outcome<Answer> nothingInCommon(String term, List<String> offered, List<String> own) {
        return Outcome.refused(
                FallbackReason.NO_COMMON_TERM, term + ": offered are " + offered + ", the service has " + own);
    }

    private static <T> T known(Optional<T> value, String where, String found) {
        return value.orElseThrow(() -> Terms.malformed(where, "a word that this version knows", found));
    }
}
