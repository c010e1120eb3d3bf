package io.parley.channel.http;

/**
 * Who sent a post, as the HTTP server found out.
 *
 * @param principal the name under which it was let in, or empty; all posts of a connection come under one
 * @param address for logs
 * @param secure whether it came with transport security
 */
public record Caller(String principal, String address, boolean secure) {}
