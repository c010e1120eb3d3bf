package io.parley.cxf.endpoint;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Methods of one class file: the methods that each calls, and whether it accesses a byte or character stream of a
 * message.
 */
final class MethodCalls {
    private static final int API = Opcodes.ASM9;
    private static final int FLAGS = ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES;

    /** Content types of the streams on CXF messages. */
    private static final Set<String> STREAMS =
            Set.of("java.io.InputStream", "java.io.OutputStream", "java.io.Reader", "java.io.Writer");

    private static final Set<String> ACCESSORS = Set.of(
            "getContent(Ljava/lang/Class;)Ljava/lang/Object;",
            "setContent(Ljava/lang/Class;Ljava/lang/Object;)V",
            "removeContent(Ljava/lang/Class;)V");

    private final @Nullable String parent;
    private final Map<Method, Set<Method>> calls = new HashMap<>();
    private final Set<Method> accessing = new HashSet<>();

    private MethodCalls(@Nullable String parent) {
        this.parent = parent;
    }

    /**
     * A method.
     *
     * @param owner internal name of its class
     * @param signature its name and descriptor
     */
    record Method(String owner, String signature) {
        boolean isLambda() {
            return signature.startsWith("lambda$");
        }

        boolean isConstructor() {
            return signature.startsWith("<init>");
        }
    }

    /** Returns an empty result, for a class without readable code. */
    static MethodCalls none() {
        return new MethodCalls(null);
    }

    static MethodCalls of(byte[] code) {
        ClassReader reader = new ClassReader(code);
        MethodCalls calls = new MethodCalls(reader.getSuperName());
        reader.accept(calls.new OfClass(reader.getClassName()), FLAGS);
        return calls;
    }

    Set<Method> methods() {
        return calls.keySet();
    }

    /** Returns the methods that a method calls; for an inherited method, the same method of the superclass. */
    Set<Method> of(Method method) {
        Set<Method> called = calls.get(method);
        if (called != null) {
            return called;
        }
        return parent == null ? Set.of() : Set.of(new Method(parent, method.signature()));
    }

    boolean accessesStream(Method method) {
        return accessing.contains(method);
    }

    private final class OfClass extends ClassVisitor {
        private final String owner;

        OfClass(String owner) {
            super(API);
            this.owner = owner;
        }

        @Override
        public MethodVisitor visitMethod(
                int access,
                String name,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            Method method = new Method(owner, name + descriptor);
            Set<Method> called = new HashSet<>();
            calls.put(method, called);
            return new OfMethod(method, called);
        }
    }

    private final class OfMethod extends MethodVisitor {
        private final Method method;
        private final Set<Method> called;
        private boolean namesStream;

        OfMethod(Method method, Set<Method> called) {
            super(API);
            this.method = method;
            this.called = called;
        }

        @Override
        public void visitLdcInsn(Object value) {
            namesStream |= value instanceof Type type && STREAMS.contains(type.getClassName());
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            called.add(new Method(owner, name + descriptor));
            if (namesStream && ACCESSORS.contains(name + descriptor)) {
                accessing.add(method);
            }
        }

        /** Records lambdas and method references. */
        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            for (Object argument : arguments) {
                if (argument instanceof Handle handle) {
                    called.add(new Method(handle.getOwner(), handle.getName() + handle.getDesc()));
                }
            }
        }
    }
}
