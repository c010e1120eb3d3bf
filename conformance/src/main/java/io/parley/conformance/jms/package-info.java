/**
 * The connecting side of the jms channel, and SOAP over JMS, as cases need them: written from docs/protocol/channels.md, 1.1, on Jakarta
 * Messaging, so that messages may be wrong.
 */
@NullMarked
package io.parley.conformance.jms;

import org.jspecify.annotations.NullMarked;
