package io.parley.testkit.history;

import io.parley.testkit.history.Findings.Kind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The records of both sides of sessions whose client sends calls and one-way messages with ascending numbers, each
 * once. A side records each event before it acts on it, so a process that is killed may omit its last event, and no
 * others. Records must be added in the order in which they were written. Belongs to one thread.
 */
public final class History {
    private final Map<Integer, Session> sessions = new TreeMap<>();

    /** An event that a client records. */
    public enum Sent {
        /** A call is about to be sent. */
        CALL,
        /** A one-way message is about to be sent. */
        MESSAGE,
        /** The session acknowledged a one-way message. */
        ACCEPTED,
        /** A call of an earlier process may have been sent; its answer is still to come. */
        NAMED,
        /** A call of an earlier process was not sent, and never will be. */
        UNSENT
    }

    /** The known events of one message. */
    private static final class Message {
        private boolean call;
        private boolean begun;
        private boolean accepted;
        private boolean answered;
        private boolean named;
        private boolean unsent;
        private int handled;
        private int handledUnflagged;
    }

    private static final class Session {
        private final Map<Integer, Message> messages = new TreeMap<>();
        private final Set<String> mixedUp = new HashSet<>();
        private final Set<String> reordered = new HashSet<>();
        /** The highest number of a one-way message that each server process saw for the first time. */
        private final Map<String, Integer> highest = new HashMap<>();

        private int highestOfAll = -1;

        Message message(int number) {
            return messages.computeIfAbsent(number, key -> new Message());
        }
    }

    /** Adds a client's record of one of its messages. */
    public void sent(int session, Sent what, int number) {
        Message message = session(session).message(number);
        switch (what) {
            case CALL -> {
                message.begun = true;
                message.call = true;
            }
            case MESSAGE -> message.begun = true;
            case ACCEPTED -> message.accepted = true;
            case NAMED -> message.named = true;
            case UNSENT -> message.unsent = true;
        }
    }

    /**
     * Adds a client's record that a call was answered.
     *
     * @param found the number in the answer
     */
    public void answered(int session, int number, int found) {
        session(session).message(number).answered = true;
        if (found != number) {
            session(session).mixedUp.add("session " + session + ": call " + number + " got the answer to " + found);
        }
    }

    /**
     * Adds a server's record that its handler saw a message.
     *
     * @param process which of the server's processes
     * @param again whether the message was marked as redelivered
     */
    public void handled(String process, boolean call, int session, int number, boolean again) {
        Session of = session(session);
        Message message = of.message(number);
        boolean first = message.handled == 0;
        message.handled++;
        message.handledUnflagged += again ? 0 : 1;
        if (!call) {
            noteOrder(of, process, "session " + session + ", one-way message " + number, number, first, again);
        }
    }

    /**
     * Checks the order: first deliveries ascend over all processes, and within each process those that are not marked
     * as redelivered.
     */
    private static void noteOrder(Session of, String process, String what, int number, boolean first, boolean again) {
        int before = again ? -1 : of.highest.getOrDefault(process, -1);
        if (first && number < of.highestOfAll) {
            of.reordered.add(what + " behind " + of.highestOfAll);
        } else if (number < before) {
            of.reordered.add(what + " behind " + before + " in process " + process);
        }
        of.highestOfAll = Math.max(of.highestOfAll, number);
        if (!again) {
            of.highest.put(process, Math.max(before, number));
        }
    }

    /** Checks all records for violations, once all processes have ended in order. */
    public Findings check() {
        long acknowledged = sessions.values().stream()
                .flatMap(session -> session.messages.values().stream())
                .filter(message -> message.accepted || message.answered)
                .count();
        Findings findings = new Findings(acknowledged);
        sessions.forEach((number, session) -> check(number, session, findings));
        return findings;
    }

    private static void check(int number, Session session, Findings findings) {
        session.messages.forEach((of, message) -> check("session " + number + ", message " + of, message, findings));
        session.reordered.forEach(example -> findings.add(Kind.REORDERED, example));
        session.mixedUp.forEach(example -> findings.add(Kind.MIXED_UP, example));
    }

    private static void check(String what, Message message, Findings findings) {
        if ((message.accepted || message.answered) && message.handled == 0) {
            findings.add(Kind.LOST, what + ": acknowledged, but never handled");
        }
        if (message.call && !message.answered && (message.named || message.handled > 0)) {
            findings.add(Kind.LOST, what + ": a call that was handled or reported as pending, but never answered");
        }
        if (message.handledUnflagged > 1) {
            findings.add(
                    Kind.DOUBLED,
                    what + ": handled " + message.handledUnflagged + " times without being marked as redelivered");
        }
        if (message.handled > 0 && !message.begun) {
            findings.add(Kind.INVENTED, what + ": handled, but never sent");
        }
        if (message.handled > 0 && message.unsent) {
            findings.add(Kind.INVENTED, what + ": handled, but reported to its sender as not sent");
        }
    }

    private Session session(int number) {
        return sessions.computeIfAbsent(number, key -> new Session());
    }
}
