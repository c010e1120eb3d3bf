package io.parley.channel.http;

/**
 * The sender of a post, as the HTTP server identified it.
 *
 * @param principal the authenticated name, or empty; all posts of a connection come under one
 * @param address for logs
 * @param secure whether it came with transport security
 */
public record PostSender(String principal, String address, boolean secure) {}
