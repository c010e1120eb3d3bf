package io.parley.runtime;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.ParleyException;
import io.parley.negotiation.Agreement;
import io.parley.session.FrameLog;
import io.parley.session.IncomingSide;
import io.parley.session.MessageKind;
import io.parley.session.Received;
import io.parley.session.SessionActions;
import io.parley.session.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Carries out the effects of a link's session, in turns of that link: effects that lead to user code wait for their
 * end.
 */
final class LinkActions implements SessionActions {
    private final Link link;
    private final Turns turns;
    private final Outlet outlet;
    private final Opening opening;
    private final Resuming resuming;
    private final Storing storing;
    private final Deadlines deadlines;

    LinkActions(
            Link link,
            Turns turns,
            Outlet outlet,
            Opening opening,
            Resuming resuming,
            Storing storing,
            Deadlines deadlines) {
        this.link = link;
        this.turns = turns;
        this.outlet = outlet;
        this.opening = opening;
        this.resuming = resuming;
        this.storing = storing;
        this.deadlines = deadlines;
    }

    // Of its connection.

    @Override
    @HotPath
    public void send(ByteBuf frame) {
        outlet.send(frame);
    }

    @Override
    @HotPath
    public boolean isWritable() {
        return outlet.isWritable();
    }

    @Override
    public void disconnect() {
        link.disconnect();
    }

    // To open, and to go on from one connection to the next.

    @Override
    public Agreement onOpen(byte[] token, byte[] digest, byte[] terms) {
        Grant granted = opening.admit(token, digest, terms);
        storing.begin(granted, digest, terms);
        return granted.agreement();
    }

    @Override
    public byte[] newSecret() {
        return resuming.newSecret();
    }

    @Override
    public @Nullable FrameLog frameLog() {
        Hold hold = storing.hold();
        return hold == null ? null : hold.journal();
    }

    @Override
    public void onSecret(byte[] secret) {
        storing.onSecret(secret);
    }

    @Override
    public void onCall(Stream stream) {
        Hold hold = storing.hold();
        if (hold != null && stream.attachment() instanceof PendingCall call) {
            hold.journal().calls(call.operation());
        }
    }

    @Override
    public void onSent(Stream stream) {
        if (stream.attachment() instanceof OneWay message) {
            Hold hold = storing.hold();
            if (hold == null) {
                turns.after(message::stored);
            } else {
                hold.whenStored(() -> turns.after(message::stored), () -> turns.after(() -> message.fail(lost())));
            }
        }
    }

    private static ParleyException lost() {
        return new ParleyException(
                ErrorCode.CONNECTION_LOST, "message: expected it to be stored, found a session that is not any more");
    }

    @Override
    public void onLeft(@Nullable Stream call, String label) {
        storing.onLeft(call == null ? null : opening.live().left(call, label), label);
    }

    @Override
    public void onOpened() {
        Agreement agreement = opening.agreement();
        opening.succeeded();
        link.services().events.opened.increment();
        resuming.opened(agreement);
        deadlines.opened(agreement);
        outlet.markAccepted();
    }

    @Override
    public void onResume(byte[] secret, byte[] digest, long received) {
        link.handOver(secret, digest, received);
    }

    @Override
    public void onConnectionLost(ParleyException why) {
        resuming.lost(why);
    }

    @Override
    public void onResumed() {
        resuming.resumed(link.wire());
    }

    @Override
    public void onProved() {
        resuming.proved();
    }

    @Override
    public void onResumptionFailed(ParleyException why) {
        resuming.failed(why);
    }

    @Override
    public void onSuspect() {
        opening.live().suspect();
    }

    @Override
    public void onTrusted() {
        turns.after(opening.live().trust());
    }

    // With what comes.

    @Override
    public void onMessage(Stream stream, MessageKind kind, Received content) {
        LiveConversation live = opening.live();
        Incoming message = new Incoming(link, live, stream, kind, content, content.isRestored());
        OneWayLane lane = kind == MessageKind.ONE_WAY ? live.lane() : null;
        if (kind == MessageKind.RESPONSE || kind == MessageKind.FAULT) {
            turns.after(message);
        } else {
            stream.attach(message);
            message.count();
            Hold hold = storing.hold();
            if (hold == null) {
                handOn(message, lane);
            } else {
                hold.whenStored(() -> handOn(message, lane), () -> turns.after(message::close));
            }
        }
    }

    /** Puts the rest off, but not its place in the lane: turns may end in another order than they began in. */
    private void handOn(Incoming message, @Nullable OneWayLane lane) {
        if (lane == null) {
            turns.after(message);
        } else {
            lane.add(message);
            turns.after(lane::begin);
        }
    }

    @Override
    public boolean keepsOrder() {
        return opening.live().lane() != null;
    }

    @Override
    public boolean onArriving(Stream stream, MessageKind kind, Received content) {
        // Who reads it before it is stored might see it twice.
        return storing.hold() == null && link.arrivals().onArriving(opening.live(), stream, content);
    }

    @Override
    public void onArrival(Received content) {
        link.arrivals().onArrival(content);
    }

    @Override
    public void onStreamFailed(Stream stream, ParleyException why) {
        if (stream.attachment() instanceof PendingCall call) {
            turns.after(() -> call.fail(why));
        } else if (stream.attachment() instanceof OneWay message) {
            turns.after(() -> message.fail(why));
        } else if (stream.attachment() instanceof Incoming message) {
            turns.after(message.markUnwanted(why.code().scope() == ErrorCode.Scope.MESSAGE));
        } else if (stream.attachment() instanceof SideWriter writer) {
            turns.after(writer::stop);
        }
    }

    @Override
    public void onSideReady(Stream side) {
        link.sides().onReady(side);
    }

    @Override
    public void onSide(IncomingSide side) {
        link.sides().onArrival(side);
    }

    // At its end.

    @Override
    public void onClosed(@Nullable ParleyException why) {
        deadlines.over();
        resuming.over();
        link.pings().fail(why);
        link.sides().onSessionOver();
        boolean atOnce = why != null || link.wasClosedHere();
        storing.over(() -> opening.over(why, atOnce));
    }
}
