/**
 * The {@code parley} command line program. Public: {@link io.parley.cli.Main}, which runs it.
 * Thread rule: a command runs on the main thread.
 */
@NullMarked
package io.parley.cli;

import org.jspecify.annotations.NullMarked;
