package io.parley.cxf.control;

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

/** The methods of one class file: what each calls, and whether it asks a message for a stream of bytes. */
final class MethodCalls {
    private static final int API = Opcodes.ASM9;
    private static final int FLAGS = ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES;

    /** What a transport's bytes and texts stand as on a message. */
    private static final Set<String> STREAMS =
            Set.of("java.io.InputStream", "java.io.OutputStream", "java.io.Reader", "java.io.Writer");

    private static final Set<String> ASKING = Set.of(
            "getContent(Ljava/lang/Class;)Ljava/lang/Object;",
            "setContent(Ljava/lang/Class;Ljava/lang/Object;)V",
            "removeContent(Ljava/lang/Class;)V");

    private final @Nullable String parent;
    private final Map<Method, Set<Method>> calls = new HashMap<>();
    private final Set<Method> asking = new HashSet<>();

    private MethodCalls(@Nullable String parent) {
        this.parent = parent;
    }

    /**
     * One method.
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

    /** Of a class whose code is not there. */
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

    /** What a method calls; of one that the class inherits, the method of its parent. */
    Set<Method> by(Method method) {
        Set<Method> called = calls.get(method);
        if (called != null) {
            return called;
        }
        return parent == null ? Set.of() : Set.of(new Method(parent, method.signature()));
    }

    boolean asks(Method method) {
        return asking.contains(method);
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
            if (namesStream && ASKING.contains(name + descriptor)) {
                asking.add(method);
            }
        }

        /** Lambdas and references to methods. */
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
