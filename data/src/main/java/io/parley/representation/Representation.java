package io.parley.representation;

import io.netty.buffer.ByteBuf;
import io.parley.Provider;
import io.parley.binding.Part;
import io.parley.binding.Parts;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A way to turn the content of a message into bytes and back, found by {@link java.util.ServiceLoader} through {@link
 * Representations}. Thread-safe; never throws while loading. Every implementation passes the testkit's {@code
 * RepresentationContract}: whatever it carries, the same infoset (Canonical XML, prefixes included) or the same objects
 * come out.
 */
public interface Representation extends Provider {
    /** The term in offers: {@code hhfr}, {@code xml}, ... */
    @Override
    String name();

    /** Returns whether parts with a codec travel typed; if not, all content travels as infoset. */
    boolean isTyped();

    /** Returns whether another representation may put its own bytes between the events of a form of this one. */
    boolean isEmbeddable();

    /**
     * The form of it that stands inside another representation: of its writers and readers alone {@link
     * ContentWriter#pause} and {@link ContentReader#resume} may be called. Its bytes may differ from those of a message
     * that is all of this representation.
     *
     * @throws IllegalStateException if {@link #isEmbeddable} says that there is none
     */
    default Representation embedded() {
        if (!isEmbeddable()) {
            throw new IllegalStateException(name() + " does not stand inside others; isEmbeddable says so");
        }
        return this;
    }

    /**
     * Checks whether content that begins with these bytes is in this form, for forms that begin with a magic. Does not
     * move the reader index; the caller keeps ownership of the buffer.
     */
    default Sniff sniff(ByteBuf start) {
        return Sniff.NO;
    }

    /**
     * A writer for one message. The sink stays the caller's to finish or discard.
     *
     * @param parts the agreed parts; an infoset representation ignores them
     */
    ContentWriter newWriter(Sink sink, Parts parts);

    /**
     * A reader for one message. The source stays the caller's to close.
     *
     * @param parts the same parts, in the same order, as the writer had
     */
    ContentReader newReader(Source source, Parts parts);

    /** The short way of messages that are one typed part and nothing else; null if there is none. */
    default @Nullable LonePart lonePart() {
        return null;
    }

    /**
     * Returns the reason why a part gains nothing from this form, so that another one suits its operation better; empty
     * if it gains, or if that is not known.
     */
    default Optional<String> obstacle(Part part) {
        return Optional.empty();
    }

    /** A writer of events alone: no part travels typed. */
    default ContentWriter newWriter(Sink sink) {
        return newWriter(sink, Parts.none());
    }

    /** A reader of what {@link #newWriter(Sink)} wrote. */
    default ContentReader newReader(Source source) {
        return newReader(source, Parts.none());
    }
}
