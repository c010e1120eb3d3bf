/**
 * For those who write a channel or test against one. Public: {@link io.parley.testkit.channel.ChannelContract}, {@link
 * io.parley.testkit.channel.ConversationContract}, {@code SideStreamContract}, {@code FaultyChannel}, {@code RawPeer}.
 * Thread rule: each test has its own.
 */
@NullMarked
package io.parley.testkit.channel;

import org.jspecify.annotations.NullMarked;
