package io.parley.recording;

import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.context.ContentAddress;
import io.parley.context.Value;
import io.parley.soap.HeaderSource;
import io.parley.soap.StaticHeader;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Header blocks of one recorded message, read from the store by the addresses in its record.
 *
 * @param addresses by header number
 * @param store that the recorder used
 * @param limits of the recording
 */
record RecordedHeaders(Map<Integer, ContentAddress> addresses, CheckpointStore store, Limits limits)
        implements HeaderSource {
    @Override
    public StaticHeader get(int number) {
        ContentAddress address = addresses.get(number);
        if (address == null) {
            throw ParleyException.malformed(
                    "a header block that the record has an address for", "number " + number, "soap:Header");
        }
        return fetch(address);
    }

    @Override
    public StaticHeader keep(int number, String text) {
        return StaticHeader.parse(text.getBytes(StandardCharsets.UTF_8), limits);
    }

    @Override
    public StaticHeader fetch(int number, String context) {
        return fetch(ContentAddress.parse(context));
    }

    private StaticHeader fetch(ContentAddress address) {
        Value found = store.document(address)
                .orElseThrow(() -> new ParleyException(
                        ErrorCode.CONTEXT_UNAVAILABLE,
                        "header block of a recorded message: expected " + address.uri()
                                + " in the store, found none; use the store that the recorder had"));
        return StaticHeader.parse(found.toArray(), limits);
    }
}
