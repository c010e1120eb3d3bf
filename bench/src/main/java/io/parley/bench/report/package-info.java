/**
 * What people read: tables, plots, ratios, goals. Public: {@link io.parley.bench.report.Amounts}, {@link
 * io.parley.bench.report.Table}.
 * Thread rule: one thread.
 */
@NullMarked
package io.parley.bench.report;

import org.jspecify.annotations.NullMarked;
