package io.parley.transport.http;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.channel.http.HttpAcceptor;
import io.parley.channel.http.HttpFrames;
import io.parley.channel.http.Post;
import io.parley.channel.http.PostSender;
import io.parley.channel.http.Reply;
import io.parley.channel.websocket.WebSocket;
import java.util.Map;

/** Handles the posts of the http channel among a site's requests. Thread-safe. */
public final class FramesSite {
    private static final Map<String, String> HEADERS = Map.of("Content-Type", HttpFrames.CONTENT_TYPE);
    private static final Map<String, String> ELSEWHERE = Map.of(
            "Content-Type",
            HttpFrames.CONTENT_TYPE,
            HttpFrames.END_HEADER,
            HttpFrames.END,
            WebSocket.CODE_HEADER,
            ErrorCode.WRONG_NODE.name());
    private static final Map<String, String> LAST =
            Map.of("Content-Type", HttpFrames.CONTENT_TYPE, HttpFrames.END_HEADER, HttpFrames.END);

    private final HttpAcceptor acceptor;

    public FramesSite(HttpAcceptor acceptor) {
        this.acceptor = acceptor;
    }

    /** Returns whether a request is a post of the http channel. */
    public static boolean isPost(RequestHead head) {
        return head.method().equals("POST") && HttpFrames.isOurs(head.header("Content-Type"));
    }

    /**
     * Returns the handling of a post.
     *
     * @param principal authenticated caller; empty for none
     * @throws HttpRefusal if its headers are not those of a post
     */
    @SuppressWarnings("NullAway") // NullAway takes the parameter of Post.head as non-null
    public Site.Handling on(RequestHead head, String principal) throws HttpRefusal {
        Post.Head post;
        try {
            post = Post.head(head::header);
        } catch (ParleyException e) {
            throw new HttpRefusal(Reply.MALFORMED, ErrorCode.PROTOCOL, e.text());
        }
        PostSender from = new PostSender(principal, head.remote() + " over http", head.isSecure());
        return new Site.Whole(HttpFrames.MOST_BODY_BYTES, (body, to) -> {
            ByteBuf frames = body.take();
            acceptor.onPost(post.with(frames), from, reply -> to.answer(response(reply)));
        });
    }

    private static Response response(Reply reply) {
        Map<String, String> headers = reply.status() == Reply.WRONG_NODE ? ELSEWHERE : reply.end() ? LAST : HEADERS;
        return new Response(reply.status(), headers, Body.of(reply.body()));
    }
}
