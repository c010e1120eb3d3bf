package io.parley.representation.hhfr;

import io.parley.representation.SideContent;
import io.parley.representation.SideSink;
import io.parley.representation.SideSource;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Side streams that are kept in memory. */
final class MemorySides implements SideSink, SideSource {
    private final List<SideContent> contents = new ArrayList<>();
    private final List<byte[]> bytes = new ArrayList<>();
    private final Set<Integer> taken = new HashSet<>();

    /** The maximum number of side streams. */
    int room = Integer.MAX_VALUE;

    /** Numbers of the closed side streams. */
    final List<Integer> closed = new ArrayList<>();

    @Override
    public int add(SideContent content) {
        if (contents.size() >= room) {
            return INLINE;
        }
        contents.add(content);
        return contents.size() - 1;
    }

    @Override
    public int mostInline() {
        return 1_000_000;
    }

    @Override
    public int count() {
        return contents.size();
    }

    @Override
    public InputStream take(int number, String where) {
        if (number < 0 || number >= contents.size() || !taken.add(number)) {
            throw SideSource.unknown(contents.size(), number, where);
        }
        try {
            return new FilterInputStream(contents.get(number).open()) {
                @Override
                public void close() throws IOException {
                    closed.add(number);
                    super.close();
                }
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a copy in which the side streams are unread. */
    MemorySides again() {
        MemorySides copy = new MemorySides();
        for (int i = bytes.size(); i < contents.size(); i++) {
            try (InputStream in = contents.get(i).open()) {
                bytes.add(in.readAllBytes());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        bytes.forEach(each -> copy.add(new SideContent() {
            @Override
            public InputStream open() {
                return new java.io.ByteArrayInputStream(each);
            }

            @Override
            public void discard() {}
        }));
        return copy;
    }
}
