package io.parley.representation;

import io.netty.buffer.ByteBuf;
import io.parley.Provider;
import io.parley.binding.Part;
import io.parley.binding.Parts;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An encoding of the content of messages, found by {@link java.util.ServiceLoader} through {@link Representations}.
 * Thread-safe; never throws while loading. Every implementation passes the testkit's {@code RepresentationContract}: a
 * message is read back as the same infoset (Canonical XML, prefixes included) or the same objects.
 */
public interface Representation extends Provider {
    /** Returns the term in offers: {@code hhfr}, {@code xml}, ... */
    @Override
    String name();

    /** Returns whether parts with a codec are typed. If not, all content is infoset. */
    boolean isTyped();

    /**
     * Returns whether another representation may put its own bytes between the events of an {@linkplain #embedded
     * embedded form} of this one.
     */
    boolean isEmbeddable();

    /**
     * Returns the form that is embedded in another representation. Only its writers and readers support {@link
     * ContentWriter#pause} and {@link ContentReader#resume}. Its bytes may differ from those of a message in this
     * representation alone.
     *
     * @throws IllegalStateException if it is not {@linkplain #isEmbeddable embeddable}
     */
    default Representation embedded() {
        if (!isEmbeddable()) {
            throw new IllegalStateException(name() + " cannot be embedded; isEmbeddable says so");
        }
        return this;
    }

    /**
     * Checks whether content that begins with these bytes is in this form, for forms that begin with a magic number.
     * Does not move the reader index; the caller keeps ownership of the buffer.
     */
    default Sniff sniff(ByteBuf start) {
        return Sniff.NO;
    }

    /**
     * Returns a writer for one message. The caller finishes or discards the sink.
     *
     * @param parts the agreed parts; an infoset representation ignores them
     */
    ContentWriter newWriter(Sink sink, Parts parts);

    /**
     * Returns a reader for one message. The caller closes the source.
     *
     * @param parts the same parts, in the same order, as the writer had
     */
    ContentReader newReader(Source source, Parts parts);

    /** Returns the direct codec for messages that consist of a single typed part; null if there is none. */
    default @Nullable SinglePartCodec singlePartCodec() {
        return null;
    }

    /**
     * Returns the reason why this representation has no advantage for a part, so that another one suits its operation
     * better. Empty if it has, or if that is unknown.
     */
    default Optional<String> obstacle(Part part) {
        return Optional.empty();
    }

    /** Returns a writer of events only: no part travels typed. */
    default ContentWriter newWriter(Sink sink) {
        return newWriter(sink, Parts.none());
    }

    /** Returns a reader of messages that {@link #newWriter(Sink)} wrote. */
    default ContentReader newReader(Source source) {
        return newReader(source, Parts.none());
    }
}
