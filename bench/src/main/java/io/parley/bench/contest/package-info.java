/**
 * Who is measured: each contestant answers the same calls in its own way. Public: {@link
 * io.parley.bench.contest.Contender}, {@link io.parley.bench.contest.Match} and what they hand out.
 * Thread rule: a contestant may be used from any thread; a caller belongs to one.
 */
@NullMarked
package io.parley.bench.contest;

import org.jspecify.annotations.NullMarked;
