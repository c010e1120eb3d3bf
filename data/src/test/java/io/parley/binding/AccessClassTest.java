package io.parley.binding;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.util.CheckClassAdapter;

/** Tests that generated classes are valid, and that all names in them come from the bean's own class. */
class AccessClassTest {
    @ParameterizedTest
    @ValueSource(
            classes = {
                AccessorBeans.Fields.class,
                AccessorBeans.Properties.class,
                AccessorBeans.Above.class,
                AccessorBeans.Throwing.class,
                AccessorBeans.Hidden.class,
                AccessorBeans.Made.class
            })
    void whatIsGeneratedIsSound(Class<?> bean) throws Exception {
        Map<Class<?>, List<BeanMember>> byClass = new LinkedHashMap<>();
        byClass.put(bean, new ArrayList<>());
        for (BeanMembers.Found found : BeanMembers.of(bean)) {
            if (!found.member().isFinal()) {
                byClass.computeIfAbsent(found.member().declaring(), key -> new ArrayList<>())
                        .add(found.member());
            }
        }
        for (Map.Entry<Class<?>, List<BeanMember>> each : byClass.entrySet()) {
            assertSound(AccessClass.of(each.getKey(), each.getValue()));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, AccessClass.MAX_MEMBERS})
    void anyNumberOfMembersIsSound(int count) throws Exception {
        Field field = AccessorBeans.Fields.class.getDeclaredField("fine");
        List<BeanMember> members = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            members.add(new BeanMember.OfField(field));
        }
        assertSound(AccessClass.of(AccessorBeans.Fields.class, members));
        assertThat(AccessClass.CLASSES
                        .generate(AccessorBeans.Fields.class, members)
                        .reason())
                .isEmpty();
    }

    static void assertSound(byte[] code) {
        StringWriter problems = new StringWriter();
        CheckClassAdapter.verify(
                new ClassReader(code), AccessClassTest.class.getClassLoader(), false, new PrintWriter(problems));
        assertThat(problems.toString()).isEmpty();
        assertThat(new String(code, StandardCharsets.ISO_8859_1)).doesNotContain("schema");
    }
}
