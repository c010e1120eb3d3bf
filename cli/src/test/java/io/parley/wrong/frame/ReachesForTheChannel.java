package io.parley.wrong.frame;

import io.parley.wrong.channel.Line;

/** Frames know nothing of the channel that carries them. */
public record ReachesForTheChannel(Line line) {}
