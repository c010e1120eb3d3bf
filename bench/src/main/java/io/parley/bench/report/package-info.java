/**
 * Reports for readers: pages, tables, charts, ratios, goals. Public: {@link io.parley.bench.report.Report}, {@link
 * io.parley.bench.report.Page}, {@link io.parley.bench.report.Table}, {@link io.parley.bench.report.Column}, {@link
 * io.parley.bench.report.Amounts}. Thread rule: one thread.
 */
@NullMarked
package io.parley.bench.report;

import org.jspecify.annotations.NullMarked;
