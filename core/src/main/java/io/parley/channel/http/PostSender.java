package io.parley.channel.http;

/**
 * The sender of a post, as identified by the HTTP server.
 *
 * @param principal the authenticated name, or empty; must be the same for all posts of a connection
 * @param address for logs
 * @param secure true if the post was sent with transport security
 */
public record PostSender(String principal, String address, boolean secure) {}
