package io.parley.bench.plan;

import io.parley.bench.contest.Exchange;
import java.util.Arrays;
import java.util.Locale;

/** What is measured of a system, under the names of the results. */
public enum Suite {
    ECHO,
    SEND,
    RECEIVE,
    /** An object becomes bytes in memory. */
    SERIALIZE,
    /** Bytes in memory become an object. */
    DESERIALIZE,
    /** How much memory a system takes, at rest and for one message. */
    MEMORY,
    /** The first call of a client, by a session. */
    FIRST,
    /** What the plugin adds to calls to a service that does not know it. */
    PLAIN,
    /** Header blocks by SOAP, by value and by URI: what the HHFR paper keeps in its context store. */
    HEADERS,
    /** Sessions of n messages over several links, and what it costs to begin one: the HHFR paper. */
    SESSION,
    /** Payloads of some megabytes, normal and serialized, over HTTP, JMS and streams: the payload paper. */
    PAPER003,
    /** What the bnux paper says of documents: sizes and symbols. */
    DOCUMENTS,
    /** Forms of documents, in memory: bytes are read as a stream. */
    READ,
    /** Events become bytes. */
    WRITE,
    /** Bytes become a tree. */
    TREE,
    /** A tree becomes bytes. */
    UNTREE,
    /** Documents over the stream and back, in every representation. */
    ROUNDS,
    /** The messages of the TDXML paper in every way. */
    MESSAGES,
    /** Engines of context stores, beside the disk below them. */
    STORES;

    /** The suite of that name. */
    public static Suite of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }

    /** Its name in results. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether single calls, with content that goes over a network, are what is measured. */
    public boolean travels() {
        return Arrays.stream(Exchange.values())
                .anyMatch(exchange -> exchange.word().equals(word()));
    }

    /** Whether objects become bytes, or bytes objects, without a network. */
    public boolean isInMemory() {
        return this == SERIALIZE || this == DESERIALIZE;
    }

    /** Whether JMH measures it. */
    public boolean isOfJmh() {
        return travels() || isInMemory() || this == PAPER003;
    }

    /** Whether it is about forms of documents: a workload is then a form and a set of documents. */
    public boolean isOfForms() {
        return this == READ || this == WRITE || this == TREE || this == UNTREE;
    }

    /** Whether cells are named by their workload alone. */
    boolean isOfDocuments() {
        return isOfForms() || this == DOCUMENTS || this == ROUNDS || this == MESSAGES || this == STORES;
    }

    /** What is exchanged in a suite whose content travels. */
    public Exchange exchange() {
        return Exchange.of(word());
    }
}
