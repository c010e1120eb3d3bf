package io.parley.binding;

import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Builder of a hidden class in the nest of a bean, with a constructor without parameters. */
final class GeneratedClass {
    private final ClassWriter code = new ClassWriter(ClassWriter.COMPUTE_MAXS);

    /**
     * @param suffix suffix of the bean's name
     * @param above internal name of the superclass
     */
    GeneratedClass(Class<?> bean, String suffix, String above) {
        int flags = Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC;
        code.visit(Opcodes.V17, flags, Type.getInternalName(bean) + suffix, null, above, null);
        MethodVisitor constructor = method(0, "<init>", "()V");
        constructor.visitVarInsn(Opcodes.ALOAD, 0);
        constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, above, "<init>", "()V", false);
        constructor.visitInsn(Opcodes.RETURN);
        end(constructor);
    }

    /** Starts a method. */
    MethodVisitor method(int flags, String name, String descriptor) {
        MethodVisitor method = code.visitMethod(flags, name, descriptor, null, null);
        method.visitCode();
        return method;
    }

    /** Ends a method. */
    static void end(MethodVisitor method) {
        method.visitMaxs(0, 0); // computed
        method.visitEnd();
    }

    byte[] bytes() {
        code.visitEnd();
        return code.toByteArray();
    }
}
