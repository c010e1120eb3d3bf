package io.parley.conformance;

import io.parley.conformance.raw.ByteOutput;
import io.parley.conformance.raw.RawFrame;
import io.parley.conformance.raw.RawFrameType;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;

/**
 * The accepting side of a connection by posts (section 14), which processes posts in the order of their numbers. One
 * thread at a time.
 */
final class PostTalk implements AutoCloseable {
    static final String NUMBER = "Parley-Post";
    private static final int MOST_UNANSWERED = 3;

    private final Visit visit;
    private final TreeMap<Integer, Visit.Open> early = new TreeMap<>();
    private final Deque<Visit.Open> unanswered = new ArrayDeque<>();
    private byte[] arrived = {};
    private String connection = "";
    private int number;
    private int seen;
    private int longest;

    PostTalk(Visit visit) {
        this.visit = visit;
    }

    /** Answers the first post, reads posts up to a preamble and OPEN, and returns the fields of OPEN. */
    Map<String, String> opening() throws IOException {
        take();
        answer("200 OK", new byte[0]);
        RawFrame open = frame(RawFrameType.OPEN);
        return Line.fields(open);
    }

    /** Answers with a preamble and ACCEPT, and reads posts up to the end of a request. */
    void accepted() throws IOException {
        answer("200 OK", visit.acceptance());
        RawFrame frame;
        do {
            frame = frame(RawFrameType.DATA);
        } while ((frame.flags() & RawFrameType.END) == 0);
    }

    /** Reads posts until a complete frame of a type has arrived, and returns it. */
    private RawFrame frame(RawFrameType type) throws IOException {
        while (true) {
            try (Line line = new Line(() -> {}, new ByteArrayInputStream(arrived), OutputStream.nullOutputStream())) {
                line.readPreamble();
                for (int i = 0; i < seen; i++) {
                    line.read();
                }
                RawFrame frame = line.read();
                seen++;
                if (frame.type() == type.number()) {
                    return frame;
                }
                if (type == RawFrameType.OPEN) {
                    throw new Mismatch(
                            type.name(), RawFrameType.of(frame.type()).name());
                }
            } catch (EOFException e) {
                if (unanswered.size() == MOST_UNANSWERED) {
                    answer("200 OK", new byte[0]);
                }
                take();
            }
        }
    }

    /** Returns the next post in the order of their numbers, regardless of their order of arrival. */
    Visit.Open take() {
        number++;
        while (!early.containsKey(number)) {
            Visit.Open post = visit.post();
            String text = post.request().header(NUMBER);
            if (!text.matches("[1-9][0-9]{0,8}")) {
                throw new Mismatch("Parley-Post: " + number, text);
            }
            early.put(Integer.valueOf(text), post);
        }
        Visit.Open post = early.remove(number);
        unanswered.add(post);
        connection = post.request().header("Parley-Connection");
        byte[] body = post.request().content();
        longest = Math.max(longest, body.length);
        arrived = new ByteOutput().bytes(arrived).bytes(body).toBytes();
        return post;
    }

    /** Returns the bytes of the longest body that arrived. */
    int longest() {
        return longest;
    }

    /** Returns the number of the connection. */
    String connection() {
        return connection;
    }

    int unanswered() {
        return unanswered.size();
    }

    /** Answers the oldest post. */
    void answer(String status, byte[] body, String... headers) throws IOException {
        Visit.Open post = unanswered.remove();
        StringBuilder head = new StringBuilder("HTTP/1.1 " + status + "\r\nContent-Type: " + PostCases.FRAMES
                + "\r\nContent-Length: " + body.length + "\r\nConnection: close\r\n");
        for (String each : headers) {
            head.append(each).append("\r\n");
        }
        byte[] first = head.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII);
        post.connection()
                .getOutputStream()
                .write(new ByteOutput().bytes(first).bytes(body).toBytes());
        post.connection().close();
    }

    @Override
    public void close() throws IOException {
        for (Visit.Open each : unanswered) {
            each.connection().close();
        }
    }
}
