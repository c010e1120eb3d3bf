package io.parley.examples.compare;

import io.parley.Limits;
import java.nio.file.Path;

/**
 * Settings of a comparison on an existing service.
 *
 * @param requests folder with one SOAP envelope per file {@code *.xml}
 * @param rounds number of times that each request is sent by each transport
 * @param channel channel of streamed calls; any that is on the class path
 * @param limits limits for the documents of the contract and for the requests
 */
public record ServiceSettings(ServiceLocation service, Path requests, int rounds, String channel, Limits limits) {
    public ServiceSettings {
        if (rounds < 1) {
            throw new IllegalArgumentException("expected at least 1 of calls, found " + rounds);
        }
    }
}
