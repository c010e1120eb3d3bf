/**
 * Contract tests and fixtures for implementors of channels. Public: {@link io.parley.testkit.channel.ChannelContract},
 * {@link io.parley.testkit.channel.ConversationContract}, {@code SideStreamContract}, {@code FaultyChannel}, {@code
 * RawPeer}.
 * Thread rule: a fixture belongs to one test.
 */
@NullMarked
package io.parley.testkit.channel;

import org.jspecify.annotations.NullMarked;
