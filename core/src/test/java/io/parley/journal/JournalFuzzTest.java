package io.parley.journal;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.context.Change;
import io.parley.context.Condition;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.Scope;
import io.parley.context.Seal;
import io.parley.context.StoreSettings;
import io.parley.context.Transaction;
import io.parley.context.Value;
import io.parley.session.DurableState;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Tests that a durable session is read, found missing or refused as unreadable, whatever bytes the store contains in
 * its place: a process that starts with a damaged store continues with the other sessions.
 */
class JournalFuzzTest {
    private static final String ID = "00112233445566778899aabbccddeeff";
    private static final Scope SCOPE = new Scope("urn:parley:session:" + ID);
    private static final int HASH_BYTES = 32;

    /** A record with any bytes. */
    @FuzzTest
    void anyRecord(byte[] record) {
        load(Map.of(Journal.RECORD, value(record)));
    }

    /** A well-formed record, and the batches with the hashes that it names, with any bytes. */
    @FuzzTest
    void anyFramesThatTheRecordNames(FuzzedDataProvider data) throws IOException {
        Map<String, Value> entries = new LinkedHashMap<>();
        for (int number = data.consumeInt(0, 3); number > 0; number--) {
            String name = (data.consumeBoolean() ? Journal.RECEIVED : Journal.SENT)
                    + (data.consumeBoolean() ? "000000000000000" + number : data.consumeAsciiString(20));
            entries.put(name, value(batch(data)));
        }
        entries.put(Journal.RECORD, value(record(entries, data)));
        load(entries);
    }

    private static byte[] batch(FuzzedDataProvider data) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            for (int frames = data.consumeInt(0, 3); frames > 0; frames--) {
                byte[] frame = data.consumeBytes(data.consumeInt(0, 40));
                out.writeInt(data.consumeBoolean() ? frame.length : data.consumeInt());
                out.write(frame);
            }
        }
        return bytes.toByteArray();
    }

    private static byte[] record(Map<String, Value> batches, FuzzedDataProvider data) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(2);
            out.writeInt(data.consumeBoolean() ? HASH_BYTES : data.consumeInt());
            out.write(new byte[HASH_BYTES]);
            out.writeUTF("principal");
            out.writeInt(0);
            out.writeUTF("newest");
            out.writeUTF("");
            out.writeLong(data.consumeLong());
            out.writeInt(batches.size());
            for (Map.Entry<String, Value> batch : batches.entrySet()) {
                out.writeUTF(batch.getKey());
                out.write(batch.getValue().address().hash());
            }
            if (data.consumeBoolean()) {
                new DurableState(data.consumeBoolean()).write(out);
            } else {
                out.write(data.consumeRemainingAsBytes());
            }
        }
        return bytes.toByteArray();
    }

    private static void load(Map<String, Value> entries) {
        try (ContextStore store = ContextStores.open("memory:", StoreSettings.defaults())) {
            for (Map.Entry<String, Value> entry : entries.entrySet()) {
                if (!put(store, entry.getKey(), entry.getValue())) {
                    return;
                }
            }
            Journals journals = new Journals(store, Limits.defaults(), Runnable::run, Seal.none());
            assertThat(journals.ids()).containsExactly(ID);
            StoredSession session = journals.load(ID);
            if (session != null) {
                assertThat(session.digest().length()).isEqualTo(HASH_BYTES);
            }
        } catch (ParleyException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.CONTEXT_UNAVAILABLE);
        }
    }

    /** Returns whether the store accepts an entry with that name. */
    private static boolean put(ContextStore store, String name, Value value) {
        String owner = name.equals(Journal.RECORD) ? "parley sessions" : "a principal";
        try {
            return store.write(Transaction.in(
                            SCOPE, owner, new Change.Put(name, value, owner, Duration.ofHours(1), Condition.any())))
                    .isDone();
        } catch (ParleyException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.CONTEXT_REFUSED);
            return false;
        }
    }

    private static Value value(byte[] bytes) {
        return Value.of(bytes, "application/octet-stream");
    }
}
