package io.parley.binding;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the classes generated for traversing records are valid, for fields of every type in every order. */
class WalkClassTest {
    private static final List<String> FIELDS =
            List.of("truth", "small", "less", "number", "large", "rough", "fine", "boxed", "text", "numbers", "table");

    @Test
    void fieldsOfEveryTypeAreSound() throws Exception {
        List<WalkStep> steps = new ArrayList<>();
        for (String name : FIELDS) {
            Field field = AccessorBeans.Fields.class.getDeclaredField(name);
            steps.add(new WalkStep(field, name.equals("text"), 2 * steps.size(), 2));
        }
        steps.add(new WalkStep(null, false, 2 * steps.size(), 3));
        steps.add(new WalkStep(null, false, -1, 0));
        assertSound(steps);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fine", "text", "boxed"})
    void whatStandsBeforeAndBehindAFieldDoesNotMatter(String name) throws Exception {
        WalkStep field = new WalkStep(AccessorBeans.Fields.class.getDeclaredField(name), name.equals("text"), 4, 2);
        WalkStep other = new WalkStep(null, false, 0, 3);
        WalkStep several = new WalkStep(null, false, -1, 0);
        assertSound(List.of(field));
        assertSound(List.of(several, field, field, other));
        assertSound(List.of(other, several, field, several));
    }

    private static void assertSound(List<WalkStep> steps) {
        AccessClassTest.assertSound(WalkClass.of(AccessorBeans.Fields.class, steps));
        assertThat(WalkClass.CLASSES.generate(AccessorBeans.Fields.class, steps).reason())
                .isEmpty();
    }
}
