package io.parley.endpoint;

import io.parley.binding.Part;
import io.parley.binding.PartKey;
import io.parley.binding.Parts;
import io.parley.layout.Slot;
import io.parley.negotiation.DataDescription;
import io.parley.negotiation.PartNumbering;
import io.parley.negotiation.PartTerm;
import java.util.ArrayList;
import java.util.List;

/** Combines a side's own parts with the agreement about them. */
public final class AgreedParts {
    private static final String UNLIKE = "the other side has no equal layout of it";
    private static final String UNKNOWN = "only the other side has it";
    private static final String UNASKED = "the other side does not have it";

    private AgreedParts() {}

    /** Returns the description of a side's parts for offer and answer. */
    public static DataDescription describe(Parts own) {
        return DataDescription.of(own.list().stream()
                .map(part -> new PartTerm(part.key().toString(), part.isTyped() ? part.fingerprint() : ""))
                .toList());
    }

    /**
     * Returns the parts of one session, in the order of the agreed numbers, for the writers and readers of a
     * representation. A part that must not be typed is in the list as infoset, with the reason.
     */
    public static Parts of(Parts own, PartNumbering agreed) {
        List<Part> parts = new ArrayList<>(agreed.size());
        UnlikeTypes unlike = null;
        for (int number = 0; number < agreed.size(); number++) {
            PartKey key = PartKey.parse(agreed.key(number));
            int ours = own.indexOf(key);
            if (ours < 0) {
                parts.add(Part.infoset(key, key.operation(), UNKNOWN));
            } else if (agreed.isTyped(number) || !own.get(ours).isTyped()) {
                parts.add(own.get(ours));
            } else {
                unlike = unlike == null ? unlikeTypes(own, agreed) : unlike;
                parts.add(Part.infoset(key, own.get(ours).element(), why(own.get(ours), unlike)));
            }
        }
        return Parts.of(parts);
    }

    private static String why(Part part, UnlikeTypes unlike) {
        String places = part.layout() == null ? "" : unlike.in(part.layout());
        return places.isEmpty() ? UNLIKE : UNLIKE + "; compare: " + places;
    }

    private static UnlikeTypes unlikeTypes(Parts own, PartNumbering agreed) {
        List<Slot.Element> alike = new ArrayList<>();
        List<Slot.Element> unlike = new ArrayList<>();
        for (int number = 0; number < agreed.size(); number++) {
            int ours = own.indexOf(PartKey.parse(agreed.key(number)));
            Part part = ours < 0 ? null : own.get(ours);
            if (part != null && part.isTyped() && part.layout() != null) {
                (agreed.isTyped(number) ? alike : unlike).add(part.layout());
            }
        }
        return new UnlikeTypes(alike, unlike);
    }

    /** Returns a side's own parts as they are sent in one session, sorted by key, for display. */
    public static Parts shown(Parts own, PartNumbering agreed) {
        Parts numbered = of(own, agreed);
        List<Part> parts = new ArrayList<>(own.size());
        for (Part part : own.list()) {
            int number = numbered.indexOf(part.key());
            if (number >= 0) {
                parts.add(numbered.get(number));
            } else {
                parts.add(part.isTyped() ? Part.infoset(part.key(), part.element(), UNASKED) : part);
            }
        }
        return Parts.of(parts);
    }
}
