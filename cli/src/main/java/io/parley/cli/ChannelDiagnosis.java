package io.parley.cli;

import io.parley.channel.http.HttpFrames;
import io.parley.channel.websocket.WebSocket;
import io.parley.negotiation.FallbackReason;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Diagnoses why a channel cannot be opened: repeats the channel's request at the service's URL without a token, and
 * concludes from the response which of its headers arrived.
 */
final class ChannelDiagnosis {
    private static final Duration WITHIN = Duration.ofSeconds(5);
    private static final int OK = 200;
    private static final int BAD = 400;
    private static final int FORBIDDEN = 403;
    private static final Pattern NAMED = Pattern.compile("(?:Parley|Sec-WebSocket)-[A-Za-z]+");

    private final URI url;

    ChannelDiagnosis(URI url) {
        this.url = url;
    }

    /** Returns the advice for a failure; that of the fallback reason if nothing more specific is found. */
    String of(String channel, FallbackReason reason, String detail) {
        if (!mayBeNetwork(reason)) {
            return reason.fix();
        }
        try {
            return switch (channel) {
                case WebSocket.CHANNEL -> upgrade(reason);
                case HttpFrames.CHANNEL -> post(reason);
                default -> port(reason, detail);
            };
        } catch (IOException e) {
            return "check why the address answers no request: " + e.getMessage();
        }
    }

    /** Returns whether something on the network path may be the cause, or may hide it. */
    private static boolean mayBeNetwork(FallbackReason reason) {
        return switch (reason) {
            case CONNECT_FAILED, CONNECT_TIMEOUT, SESSION_LOST, TOKEN_REFUSED -> true;
            default -> false;
        };
    }

    private static String port(FallbackReason reason, String detail) {
        Matcher port = Pattern.compile("[^\\s/:]+:([0-9]{1,5})\\b").matcher(detail);
        String which = port.find() ? "the port " + port.group(1) : "the port of the stream";
        return reason == FallbackReason.CONNECT_TIMEOUT
                ? "open " + which
                        + " in the firewall or network policy that drops its packets, or do without the channel"
                : "open " + which + ", which is closed, or set the advertised host and port, or do without the channel";
    }

    private String upgrade(FallbackReason reason) throws IOException {
        RawExchange answer = RawExchange.of(
                url,
                "GET",
                List.of(
                        "Upgrade: websocket",
                        "Connection: Upgrade",
                        "Sec-WebSocket-Version: " + WebSocket.VERSION,
                        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
                        "Sec-WebSocket-Protocol: " + WebSocket.SUBPROTOCOL,
                        WebSocket.DIGEST_HEADER + ": " + "0".repeat(64),
                        WebSocket.TOKEN_HEADER + ": " + "0".repeat(80)),
                WITHIN);
        String code = answer.header(WebSocket.CODE_HEADER).orElse("");
        if (answer.status() == FORBIDDEN && !code.isEmpty()) {
            return reason.fix(); // It got there whole.
        }
        if (answer.status() == BAD && !code.isEmpty()) {
            return "let the proxy forward " + named(answer.body(), "Upgrade and Connection")
                    + " unchanged: the service received an upgrade request without";
        }
        return "let the proxy forward the header Upgrade, with Connection: Upgrade, by HTTP/1.1: an upgrade was answered with "
                + found(answer) + ", and not by a service that received it";
    }

    private String post(FallbackReason reason) throws IOException {
        RawExchange answer = RawExchange.of(
                url,
                "POST",
                List.of(
                        "Content-Type: " + HttpFrames.CONTENT_TYPE,
                        "Content-Length: 0",
                        HttpFrames.CONNECTION_HEADER + ": " + "0".repeat(32),
                        HttpFrames.NUMBER_HEADER + ": 1",
                        HttpFrames.END_HEADER + ": " + HttpFrames.END),
                WITHIN);
        boolean ours = answer.header("Content-Type").filter(HttpFrames::isOurs).isPresent();
        if (ours && answer.status() == OK) {
            return reason.fix();
        }
        if (answer.status() == BAD
                && (ours || answer.header(WebSocket.CODE_HEADER).isPresent())) {
            return "let the proxy forward " + named(answer.body(), "the headers that begin with Parley-")
                    + " unchanged";
        }
        return "let the proxy forward POST with the content type " + HttpFrames.CONTENT_TYPE + ": it was answered with "
                + found(answer) + ", and not by a service that supports the channel";
    }

    private static String named(String text, String otherwise) {
        Matcher name = NAMED.matcher(text);
        return name.find() ? "the header " + name.group() : otherwise;
    }

    private static String found(RawExchange answer) {
        return answer.status() == 0 ? "no HTTP response" : "status " + answer.status();
    }
}
