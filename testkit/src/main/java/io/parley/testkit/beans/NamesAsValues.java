package io.parley.testkit.beans;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Attr;
import org.w3c.dom.Node;
import org.xmlunit.diff.Comparison;
import org.xmlunit.diff.ComparisonResult;
import org.xmlunit.diff.ComparisonType;
import org.xmlunit.diff.DifferenceEvaluator;
import org.xmlunit.diff.DifferenceEvaluators;

/**
 * A difference evaluator that treats texts as equal if they differ only in the prefixes of qualified names that mean
 * the same.
 */
final class NamesAsValues implements DifferenceEvaluator {
    /** XMLUnit's default evaluator followed by this one. */
    static final DifferenceEvaluator EVALUATOR =
            DifferenceEvaluators.chain(DifferenceEvaluators.Default, new NamesAsValues());

    private NamesAsValues() {}

    @Override
    public ComparisonResult evaluate(Comparison comparison, ComparisonResult outcome) {
        ComparisonType type = comparison.getType();
        if (outcome != ComparisonResult.DIFFERENT
                || (type != ComparisonType.TEXT_VALUE && type != ComparisonType.ATTR_VALUE)) {
            return outcome;
        }
        String control = meaning(comparison.getControlDetails());
        return control.equals(meaning(comparison.getTestDetails())) ? ComparisonResult.SIMILAR : outcome;
    }

    private static String meaning(Comparison.Detail detail) {
        Node node = detail.getTarget();
        Node where = node instanceof Attr attribute ? attribute.getOwnerElement() : node.getParentNode();
        return Arrays.stream(String.valueOf(detail.getValue()).split(" ", -1))
                .map(word -> expanded(word, where))
                .collect(Collectors.joining(" "));
    }

    /** Returns a name with its namespace, or the word itself if its prefix has none. */
    private static String expanded(String word, @Nullable Node where) {
        int colon = word.indexOf(':');
        String namespace = colon < 1 || where == null ? null : where.lookupNamespaceURI(word.substring(0, colon));
        return namespace == null ? word : "{" + namespace + "}" + word.substring(colon + 1);
    }
}
