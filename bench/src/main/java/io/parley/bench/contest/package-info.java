/**
 * The systems that are measured: each contestant makes the same calls in its own way. Public: {@link
 * io.parley.bench.contest.Contender}, {@link io.parley.bench.contest.Match} and the types that they return, {@link
 * io.parley.bench.contest.Child}, {@link io.parley.bench.contest.Messages}.
 * Thread rule: a contestant may be used from any thread; a caller belongs to one.
 */
@NullMarked
package io.parley.bench.contest;

import org.jspecify.annotations.NullMarked;
