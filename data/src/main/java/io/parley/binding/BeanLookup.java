package io.parley.binding;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Provider of lookups that may define a hidden class in the nest of another class. A lookup from another module may not
 * do so, and each class loader has an unnamed module of its own. Such a lookup may only define an ordinary class, so a
 * tiny one is defined, which provides its own lookup.
 */
final class BeanLookup {
    private static final String ANCHOR = "ParleyAccess";
    private static final MethodType LOOKUP = MethodType.methodType(MethodHandles.Lookup.class);

    private BeanLookup() {}

    /**
     * @param bean class in a package that is open to Parley
     */
    static MethodHandles.Lookup of(Class<?> bean) throws IllegalAccessException {
        BeanLookup.class.getModule().addReads(bean.getModule()); // a module must read another one to access it
        MethodHandles.Lookup privateLookup = MethodHandles.privateLookupIn(bean, MethodHandles.lookup());
        return privateLookup.hasFullPrivilegeAccess()
                ? privateLookup
                : MethodHandles.privateLookupIn(bean, anchored(privateLookup));
    }

    private static MethodHandles.Lookup anchored(MethodHandles.Lookup privateLookup) throws IllegalAccessException {
        try {
            return (MethodHandles.Lookup) privateLookup
                    .findStatic(anchor(privateLookup), "lookup", LOOKUP)
                    .invoke();
        } catch (IllegalAccessException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("expected access to the generated method", e);
        }
    }

    /** Returns the tiny class in the package, which is defined on first use. */
    private static synchronized Class<?> anchor(MethodHandles.Lookup privateLookup)
            throws IllegalAccessException, ClassNotFoundException {
        Class<?> bean = privateLookup.lookupClass();
        String name = bean.getPackageName().isEmpty() ? ANCHOR : bean.getPackageName() + "." + ANCHOR;
        try {
            return privateLookup.defineClass(bytes(name.replace('.', '/')));
        } catch (LinkageError e) { // it exists already
            return Class.forName(name, false, bean.getClassLoader());
        }
    }

    private static byte[] bytes(String name) {
        ClassWriter code = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        int flags = Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC;
        code.visit(Opcodes.V17, flags, name, null, Type.getInternalName(Object.class), null);
        MethodVisitor method =
                code.visitMethod(Opcodes.ACC_STATIC, "lookup", LOOKUP.toMethodDescriptorString(), null, null);
        method.visitCode();
        String handles = Type.getInternalName(MethodHandles.class);
        method.visitMethodInsn(Opcodes.INVOKESTATIC, handles, "lookup", LOOKUP.toMethodDescriptorString(), false);
        method.visitInsn(Opcodes.ARETURN);
        method.visitMaxs(0, 0); // computed
        method.visitEnd();
        code.visitEnd();
        return code.toByteArray();
    }
}
