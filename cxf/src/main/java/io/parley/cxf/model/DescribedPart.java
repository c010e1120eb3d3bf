package io.parley.cxf.model;

import io.parley.binding.PartKey;
import io.parley.layout.CanonicalText;
import io.parley.layout.Slot;
import java.util.List;
import javax.xml.namespace.QName;

/**
 * Description of a body part and of how it can be sent.
 *
 * @param key operation, direction and position
 * @param element qualified name of its element in messages
 * @param typed whether it has a layout; otherwise it is sent as infoset
 * @param reason why it is sent as infoset; empty if it is typed
 * @param infosetNodes places inside a typed part whose content is sent as infoset, with the reason, nearest to the root
 *     first
 * @param layout canonical text of its layout; empty if it has none
 */
public record DescribedPart(
        PartKey key, QName element, boolean typed, String reason, List<String> infosetNodes, LayoutText layout) {
    /**
     * Text of a layout.
     *
     * @param fingerprint fingerprint of the canonical text
     */
    public record LayoutText(String canonical, String fingerprint) {
        private static final LayoutText NONE = new LayoutText("", "");
    }

    public DescribedPart {
        infosetNodes = List.copyOf(infosetNodes);
    }

    static DescribedPart typed(PartKey key, Slot.Element layout) {
        return new DescribedPart(
                key,
                layout.name(),
                true,
                "",
                InfosetNodes.of(layout),
                new LayoutText(CanonicalText.of(layout), CanonicalText.fingerprint(layout)));
    }

    static DescribedPart infoset(PartKey key, QName element, String reason) {
        return new DescribedPart(key, element, false, reason, List.of(), LayoutText.NONE);
    }
}
