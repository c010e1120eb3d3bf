/**
 * The systems that are measured: each contestant makes the same calls in its own way. Public: {@link
 * io.parley.bench.contest.Contender}, {@link io.parley.bench.contest.Match} and the types that they return; and what
 * other suites share: {@link io.parley.bench.contest.Child}, {@link io.parley.bench.contest.Tasks}, {@link
 * io.parley.bench.contest.Messages}, {@link io.parley.bench.contest.GrpcUnary}, {@link
 * io.parley.bench.contest.CxfSite} with its settings and clients, {@link io.parley.bench.contest.CxfService}, {@link
 * io.parley.bench.contest.Port} with its service, {@link
 * io.parley.bench.contest.Scratch}, {@link io.parley.bench.contest.SocketAddresses}.
 * Thread rule: a contestant may be used from any thread; a caller belongs to one.
 */
@NullMarked
package io.parley.bench.contest;

import org.jspecify.annotations.NullMarked;
