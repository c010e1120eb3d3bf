/**
 * The soak: mixed work on every channel for minutes, with cancels, timeouts, faults, aborted clients and reconnects, after which nothing
 * may have grown. Public: {@link io.parley.examples.soak.SoakCampaign}.
 * Thread rule: each talk has one thread that acts; the campaign's thread lets them pause and looks at the process meanwhile.
 */
@NullMarked
package io.parley.examples.soak;

import org.jspecify.annotations.NullMarked;
