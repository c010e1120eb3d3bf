package io.parley.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.ParleyFeature;
import java.io.IOException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Tests that every member of CXF used by the plugin, which is compiled with the newest line, exists in this line. */
class ReferencesTest {
    private static final String CXF = "org/apache/cxf/";
    /** Classes that check for members of one line before they use them. */
    private static final Set<String> OF_ONE_LINE = Set.of("io/parley/cxf/jms/ObjectMessages");

    private static final ClassLoader LOADER = ReferencesTest.class.getClassLoader();

    /** A method or field of CXF. */
    private record Member(String owner, String name, String descriptor) {
        boolean isField() {
            return !descriptor.startsWith("(");
        }
    }

    @Test
    void whatThePluginCallsOfCxfIsThere() throws Exception {
        Set<String> missing = new TreeSet<>();
        Set<String> without = new TreeSet<>();
        int found = 0;
        for (byte[] code : classes()) {
            ClassReader reader = new ClassReader(code);
            if (OF_ONE_LINE.contains(reader.getClassName())) {
                continue;
            }
            for (Member member : members(reader)) {
                try {
                    if (isThere(member)) {
                        found++;
                    } else {
                        missing.add(reader.getClassName() + " calls " + member);
                    }
                } catch (ClassNotFoundException | NoClassDefFoundError | TypeNotPresentException e) {
                    without.add(member.owner()); // in a jar that this application lacks
                }
            }
        }

        assertThat(missing).isEmpty();
        assertThat(without).noneMatch(owner -> owner.startsWith(CXF + "transport/"));
        assertThat(found).isGreaterThan(500);
    }

    /** Returns the classes of the plugin, from a jar or from the folder of a build. */
    private static List<byte[]> classes() throws IOException, URISyntaxException {
        Path place = Path.of(
                ParleyFeature.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        if (Files.isDirectory(place)) {
            return below(place);
        }
        try (FileSystem jar = FileSystems.newFileSystem(URI.create("jar:" + place.toUri()), Map.of())) {
            return below(jar.getPath("/io"));
        }
    }

    private static List<byte[]> below(Path folder) throws IOException {
        List<byte[]> classes = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
                classes.add(Files.readAllBytes(file));
            }
        }
        return classes;
    }

    private static List<Member> members(ClassReader reader) {
        List<Member> members = new ArrayList<>();
        MethodVisitor calls = new MethodVisitor(Opcodes.ASM9) {
            @Override
            public void visitMethodInsn(int code, String owner, String name, String descriptor, boolean ofInterface) {
                add(owner, name, descriptor);
            }

            @Override
            public void visitFieldInsn(int code, String owner, String name, String descriptor) {
                add(owner, name, descriptor);
            }

            private void add(String owner, String name, String descriptor) {
                if (owner.startsWith(CXF)) {
                    members.add(new Member(owner, name, descriptor));
                }
            }
        };
        reader.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] exceptions) {
                        return calls;
                    }
                },
                ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return members;
    }

    private static boolean isThere(Member member) throws ClassNotFoundException {
        Class<?> owner = Class.forName(member.owner.replace('/', '.'), false, LOADER);
        if (member.isField()) {
            return above(owner).stream()
                    .flatMap(type -> Arrays.stream(type.getDeclaredFields()))
                    .map(Field::getName)
                    .anyMatch(member.name::equals);
        }
        MethodType type = MethodType.fromMethodDescriptorString(member.descriptor, LOADER);
        Stream<? extends Executable> candidates = member.name.equals("<init>")
                ? Arrays.stream(owner.getDeclaredConstructors())
                : above(owner).stream()
                        .flatMap(each -> Arrays.stream(each.getDeclaredMethods()))
                        .filter(method ->
                                method.getName().equals(member.name) && method.getReturnType() == type.returnType());
        return candidates.map(Executable::getParameterTypes).anyMatch(types -> Arrays.equals(types, type.parameterArray()));
    }

    /** Returns a type and all its supertypes. */
    private static Set<Class<?>> above(Class<?> type) {
        Set<Class<?>> all = new LinkedHashSet<>();
        List<Class<?>> open = new ArrayList<>(List.of(type, Object.class));
        while (!open.isEmpty()) {
            Class<?> each = open.remove(0);
            if (all.add(each)) {
                if (each.getSuperclass() != null) {
                    open.add(each.getSuperclass());
                }
                open.addAll(List.of(each.getInterfaces()));
            }
        }
        return all;
    }
}
