package io.parley.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.binding.Binding;
import io.parley.binding.Part;
import io.parley.binding.PartKey;
import io.parley.binding.Parts;
import io.parley.binding.RecordBinding;
import io.parley.layout.Scalar;
import io.parley.layout.SimpleLayout;
import io.parley.layout.Slot;
import io.parley.negotiation.DataTerms;
import io.parley.negotiation.Digest;
import io.parley.negotiation.PartNumbering;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

class AgreedPartsTest {
    private static final Binding ANY_BINDING = RecordBinding.of(
            new Slot.Element(new QName("e"), SimpleLayout.of(new QName("urn:t", "string"), Scalar.STRING), false));

    @Test
    void sidesThatAreAlikeUseTheirOwnParts() {
        Parts own = Parts.of(
                List.of(typed("pay", 0, "a"), typed("pay", 10, "b"), infoset("audit"), typed("pay-2", 0, "c")));
        var data = AgreedParts.describe(own);
        PartNumbering numbers = PartNumbering.opening(DataTerms.same(data.fingerprint()), data);
        assertThat(AgreedParts.of(own, numbers).list()).isEqualTo(own.list());
    }

    @Test
    void bothSidesGetTheSameNumbersAndTypeOnlyWhatIsAlike() {
        Parts client = Parts.of(List.of(typed("pay", 0, "a"), typed("pay", 1, "old"), typed("mine", 0, "x")));
        Parts service = Parts.of(
                List.of(typed("pay", 0, "a"), typed("pay", 1, "new"), typed("theirs", 0, "y"), infoset("audit")));
        var described = AgreedParts.describe(service);
        DataTerms agreed = new DataTerms(false, described.fingerprint(), described.listed());
        PartNumbering opening = PartNumbering.opening(agreed, AgreedParts.describe(client));
        PartNumbering accepting = PartNumbering.accepting(agreed, described, opening.terms());

        Parts ours = AgreedParts.of(client, opening);
        Parts theirs = AgreedParts.of(service, accepting);
        assertThat(keys(ours)).isEqualTo(keys(theirs)).isEqualTo(keys(service));
        assertThat(typedKeys(ours)).containsExactly("{urn:x}pay/in/0");
        assertThat(typedKeys(theirs)).containsExactly("{urn:x}pay/in/0");
        assertThat(ours.list())
                .allMatch(part -> part.isTyped() || !part.reason().isEmpty());
        assertThat(ours.indexOf(typed("mine", 0, "x").key())).isEqualTo(-1);
    }

    private static List<String> keys(Parts parts) {
        return parts.list().stream().map(part -> part.key().toString()).toList();
    }

    private static List<String> typedKeys(Parts parts) {
        List<String> typed = new ArrayList<>();
        parts.list().stream()
                .filter(Part::isTyped)
                .forEach(part -> typed.add(part.key().toString()));
        return typed;
    }

    private static Part typed(String operation, int index, String layout) {
        return new Part(
                key(operation, index),
                new QName("e"),
                null,
                ANY_BINDING,
                Digest.of(layout).toString(),
                0,
                "");
    }

    private static Part infoset(String operation) {
        return Part.infoset(key(operation, 0), new QName("e"), "wildcard");
    }

    private static PartKey key(String operation, int index) {
        return new PartKey(new QName("urn:x", operation), PartKey.Direction.IN, index);
    }
}
