package io.parley.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ModuleVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Tests for which beans a class can be generated, the reason why not for others, and that it is unloaded with the bean.
 */
class AccessReasonsTest {
    @TempDir
    Path folder;

    @Test
    void beansOfAnotherLoaderAreReachedByGeneratedCode() throws Exception {
        BeanModel bean = bean(new Copies("").loadClass(PlainBean.class.getName()));
        assertThat(bean.interpreted()).isEmpty();
        assertWorks(bean);
    }

    @Test
    void aLoaderThatDoesNotSeeParleyIsInterpreted() throws Exception {
        BeanModel bean = bean(new Copies("io.parley.").loadClass(PlainBean.class.getName()));
        assertThat(bean.interpreted())
                .containsExactly(PlainBean.class.getName() + " is of a class loader that does not see Parley");
        assertWorks(bean);
    }

    @Test
    void aHiddenClassIsInterpreted() throws Exception {
        BeanModel bean = bean(MethodHandles.lookup()
                .defineHiddenClass(Copies.bytes(PlainBean.class.getName()), true)
                .lookupClass());
        assertThat(bean.interpreted())
                .singleElement()
                .asString()
                .endsWith(" is a hidden class, which no other can name");
        assertWorks(bean);
    }

    @Test
    void anOpenModuleThatReadsParleyIsReachedByGeneratedCode() throws Exception {
        Class<?> type = inModule(true, true);
        BeanModel bean = bean(type);
        assertThat(bean.interpreted()).isEmpty();
        assertWorks(bean);
    }

    @Test
    void anOpenModuleThatDoesNotReadParleyIsInterpreted() throws Exception {
        Class<?> type = inModule(true, false);
        assumeThat(type.getModule().canRead(Accessor.class.getModule()))
                .as("an agent in this JVM has made the module read all of the class path")
                .isFalse();
        BeanModel bean = bean(type);
        assertThat(bean.interpreted()).containsExactly("beans.Bean is in a module that does not read Parley's");
        assertWorks(bean);
    }

    @Test
    void aClosedModuleIsDeclined() throws Exception {
        Class<?> type = inModule(false, true);
        for (Accessors how : Accessors.values()) {
            assertThatThrownBy(() -> AccessorsTest.bean(type, how))
                    .isInstanceOf(UnbindableException.class)
                    .hasMessageContaining("is in a package that its module does not open");
        }
    }

    @Test
    void whatIsGeneratedIsMadeOncePerClass() throws Exception {
        List<BeanMember> members = List.of(new BeanMember.OfField(PlainBean.class.getDeclaredField("number")));
        List<BeanMember> same = List.of(new BeanMember.OfField(PlainBean.class.getDeclaredField("number")));
        assertThat(AccessClass.CLASSES.generate(PlainBean.class, members).instance())
                .isNotNull()
                .isSameAs(AccessClass.CLASSES.generate(PlainBean.class, same).instance());
    }

    @Test
    void whatIsGeneratedGoesWithItsLoader() throws Exception {
        WeakReference<ClassLoader> loader = used();
        for (int i = 0; i < 50 && loader.get() != null; i++) {
            System.gc();
        }
        assertThat(loader.get()).isNull();
    }

    private static WeakReference<ClassLoader> used() throws Exception {
        ClassLoader loader = new Copies("");
        BeanModel bean = bean(loader.loadClass(PlainBean.class.getName()));
        assertThat(bean.interpreted()).isEmpty();
        assertWorks(bean);
        return new WeakReference<>(loader);
    }

    private static BeanModel bean(Class<?> type) throws UnbindableException {
        return AccessorsTest.bean(type, Accessors.GENERATED);
    }

    private static void assertWorks(BeanModel bean) {
        Accessor accessor = AccessorsTest.accessors(bean).get("number");
        Object made = bean.newInstance();
        accessor.set(made, 42);
        assertThat(accessor.get(made)).isEqualTo(42);
        assertThat(accessor.bits(made)).isEqualTo(42);
    }

    /** A class loader with its own copy of {@link PlainBean}, which does not see classes with a given prefix. */
    private static final class Copies extends ClassLoader {
        private final String unseen;

        Copies(String unseen) {
            super(AccessReasonsTest.class.getClassLoader());
            this.unseen = unseen;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.equals(PlainBean.class.getName())) {
                Class<?> known = findLoadedClass(name);
                byte[] code = bytes(name);
                return known == null ? defineClass(name, code, 0, code.length) : known;
            }
            if (!unseen.isEmpty() && name.startsWith(unseen)) {
                throw new ClassNotFoundException(name);
            }
            return super.loadClass(name, resolve);
        }

        static byte[] bytes(String name) {
            try (var in = AccessReasonsTest.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
                return in.readAllBytes();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Returns a class of a module that opens its package to Parley and reads Parley's module, or not. */
    private Class<?> inModule(boolean open, boolean reads) throws Exception {
        Path home = Files.createDirectories(folder.resolve("beans"));
        Files.write(home.resolve("Bean.class"), beanCode());
        Files.write(folder.resolve("module-info.class"), moduleCode(open));
        var finder = java.lang.module.ModuleFinder.of(folder);
        ModuleLayer boot = ModuleLayer.boot();
        var configuration =
                boot.configuration().resolve(finder, java.lang.module.ModuleFinder.of(), Set.of("bean.module"));
        ModuleLayer.Controller layer = ModuleLayer.defineModulesWithOneLoader(
                configuration, List.of(boot), AccessReasonsTest.class.getClassLoader());
        Module module = layer.layer().findModule("bean.module").orElseThrow();
        if (reads) {
            layer.addReads(module, BeanAccess.class.getModule());
        }
        return Class.forName(module, "beans.Bean");
    }

    private static byte[] moduleCode(boolean open) {
        ClassWriter code = new ClassWriter(0);
        code.visit(Opcodes.V17, Opcodes.ACC_MODULE, "module-info", null, null, null);
        ModuleVisitor module = code.visitModule("bean.module", 0, null);
        module.visitRequire("java.base", Opcodes.ACC_MANDATED, null);
        if (open) {
            module.visitOpen("beans", 0);
        }
        module.visitEnd();
        code.visitEnd();
        return code.toByteArray();
    }

    /** Returns the bytes of {@code class Bean { public int number; }}. */
    private static byte[] beanCode() {
        ClassWriter code = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        code.visit(Opcodes.V17, Opcodes.ACC_SUPER, "beans/Bean", null, "java/lang/Object", null);
        code.visitField(Opcodes.ACC_PUBLIC, "number", "I", null, null).visitEnd();
        var method = code.visitMethod(0, "<init>", "()V", null, null);
        method.visitCode();
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        method.visitInsn(Opcodes.RETURN);
        method.visitMaxs(0, 0);
        method.visitEnd();
        code.visitEnd();
        return code.toByteArray();
    }
}
