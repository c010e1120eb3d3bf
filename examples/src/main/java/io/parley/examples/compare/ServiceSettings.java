package io.parley.examples.compare;

import io.parley.Limits;
import java.nio.file.Path;

/**
 * Settings of a comparison on a service that is there.
 *
 * @param requests folder with one SOAP envelope in each file {@code *.xml}
 * @param rounds times that each request is sent by each way
 * @param channel by which calls stream: any that is on the class path
 * @param limits for the documents of the contract and for the requests
 */
public record ServiceSettings(ServiceLocation service, Path requests, int rounds, String channel, Limits limits) {
    public ServiceSettings {
        if (rounds < 1) {
            throw new IllegalArgumentException("expected at least 1 of calls, found " + rounds);
        }
    }
}
