/**
 * Soak test: mixed work on every channel for minutes, with cancellations, timeouts, faults, aborted clients and
 * reconnects, during which no resource may grow. Public: {@link io.parley.examples.soak.SoakCampaign}. Thread rule:
 * each workload has one acting thread; the campaign's thread pauses them all to sample the process.
 */
@NullMarked
package io.parley.examples.soak;

import org.jspecify.annotations.NullMarked;
