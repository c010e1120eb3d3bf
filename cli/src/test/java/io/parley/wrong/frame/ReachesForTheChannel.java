package io.parley.wrong.frame;

import io.parley.wrong.channel.Line;

/** A frame that uses a channel, although frames must not depend on the channel that carries them. */
public record ReachesForTheChannel(Line line) {}
