package io.parley.bench.plan;

import io.parley.bench.contest.Exchange;
import java.util.Arrays;
import java.util.Locale;

/** Measured properties of a system, under the names used in results. */
public enum Suite {
    ECHO,
    /** Echoes of several systems, which take turns in one JVM; the results are those of {@link #ECHO}. */
    TURNS,
    SEND,
    RECEIVE,
    /** Conversion of an object to bytes in memory. */
    SERIALIZE,
    /** Conversion of bytes in memory to an object. */
    DESERIALIZE,
    /** Memory of a system, at rest and for one message. */
    MEMORY,
    /** First call of a client, over a session. */
    FIRST,
    /** Time that the plugin adds to calls to a service that does not support it. */
    PLAIN,
    /** Header blocks over SOAP, by value and by URI, which the HHFR paper keeps in its context store. */
    HEADERS,
    /** Sessions of n messages over several links, and the cost of starting one (HHFR paper). */
    SESSION,
    /** Payloads of some megabytes, normal and serialized, over HTTP, JMS and streams (payload paper). */
    PAPER003,
    /** Properties of documents in the bnux paper: sizes and symbols. */
    DOCUMENTS,
    /** Reading of a document's bytes as a stream, in memory. */
    READ,
    /** Conversion of events to bytes. */
    WRITE,
    /** Conversion of bytes to a tree. */
    TREE,
    /** Conversion of a tree to bytes. */
    UNTREE,
    /** Documents sent over the stream and back, in every representation. */
    ROUNDS,
    /** The messages of the TDXML paper in every way. */
    MESSAGES,
    /** Engines of context stores, compared with the disk. */
    STORES;

    /** Separator of a form, a lane or systems from the content, in workloads that name both. */
    static final String AT = "@";
    /** Separator of systems that take turns. */
    static final String AND = "+";

    /** Returns the suite of that name. */
    public static Suite of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }

    /** Returns the name in results. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether the suite measures single calls whose content is sent over a network. */
    public boolean travels() {
        return Arrays.stream(Exchange.values())
                .anyMatch(exchange -> exchange.word().equals(word()));
    }

    /** Returns whether the suite measures encoding or decoding without a network. */
    public boolean isInMemory() {
        return this == SERIALIZE || this == DESERIALIZE;
    }

    /** Returns whether the suite is measured by JMH. */
    public boolean isOfJmh() {
        return travels() || isInMemory() || this == PAPER003;
    }

    /** Returns whether the suite measures forms of documents: its workloads then name a form and a set of documents. */
    public boolean isOfForms() {
        return this == READ || this == WRITE || this == TREE || this == UNTREE;
    }

    /** Returns whether cells are named by their workload only. */
    boolean isOfDocuments() {
        return isOfForms()
                || this == TURNS
                || this == DOCUMENTS
                || this == ROUNDS
                || this == MESSAGES
                || this == STORES;
    }

    /** Returns the exchange of a suite whose content is sent over a network. */
    public Exchange exchange() {
        return Exchange.of(word());
    }
}
