package io.parley.binding;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Generator of the bytecode of a {@link BeanAccess} for one class. Each method is a switch over the members' numbers,
 * with the code that a compiler would generate for each member. It only refers to members that the class itself
 * declares.
 */
final class AccessClass {
    /** Hidden classes for lists of members that the class itself declares and that are not final. */
    static final HiddenClasses<List<BeanMember>, BeanAccess> CLASSES =
            new HiddenClasses<>(BeanAccess.class, AccessClass::of);

    /** Greatest number of members: methods with more cases come near the size that the JVM does not compile. */
    static final int MAX_MEMBERS = 200;

    private static final Type OBJECT = Type.getType(Object.class);
    private static final String ACCESS = Type.getInternalName(BeanAccess.class);
    private static final int BEAN = 1;
    private static final int MEMBER = 2;
    private static final int VALUE = 3;

    private final Class<?> bean;
    private final String beanName;
    private final List<BeanMember> members;
    private final GeneratedClass code;

    private AccessClass(Class<?> bean, List<BeanMember> members) {
        this.bean = bean;
        this.beanName = Type.getInternalName(bean);
        this.members = members;
        this.code = new GeneratedClass(bean, "$ParleyAccess", ACCESS);
    }

    /**
     * Generates the code for a nestmate of that class.
     *
     * @param members members that the class itself declares and that are not final; their indexes are their numbers
     */
    static byte[] of(Class<?> bean, List<BeanMember> members) {
        AccessClass generator = new AccessClass(bean, members);
        generator.write();
        return generator.code.bytes();
    }

    private void write() {
        newInstance();
        get();
        set();
        takeBits();
        putBits();
    }

    private void newInstance() {
        MethodVisitor method = code.method(Opcodes.ACC_PROTECTED, "newInstance", Type.getMethodDescriptor(OBJECT));
        if (isInstantiable(bean)) {
            method.visitTypeInsn(Opcodes.NEW, beanName);
            method.visitInsn(Opcodes.DUP);
            method.visitMethodInsn(Opcodes.INVOKESPECIAL, beanName, "<init>", "()V", false);
            method.visitInsn(Opcodes.ARETURN);
        } else {
            method.visitInsn(Opcodes.ICONST_M1);
            throwNone(method);
        }
        GeneratedClass.end(method);
    }

    /** Returns whether a class has the constructor that {@link BeanAccess#newInstance} needs. */
    static boolean isInstantiable(Class<?> bean) {
        for (Constructor<?> each : bean.getDeclaredConstructors()) {
            if (each.getParameterCount() == 0) {
                return !Modifier.isAbstract(bean.getModifiers());
            }
        }
        return false;
    }

    private void get() {
        String descriptor = Type.getMethodDescriptor(OBJECT, OBJECT, Type.INT_TYPE);
        eachMember("get", descriptor, member -> true, (method, member) -> {
            take(method, member);
            box(method, member.taken());
            method.visitInsn(Opcodes.ARETURN);
        });
    }

    private void set() {
        String descriptor = Type.getMethodDescriptor(Type.VOID_TYPE, OBJECT, Type.INT_TYPE, OBJECT);
        eachMember("set", descriptor, member -> member.put() != null, (method, member) -> {
            loadBean(method);
            method.visitVarInsn(Opcodes.ALOAD, VALUE);
            unbox(method, Objects.requireNonNull(member.put()));
            put(method, member);
            method.visitInsn(Opcodes.RETURN);
        });
    }

    private void takeBits() {
        String descriptor = Type.getMethodDescriptor(Type.LONG_TYPE, OBJECT, Type.INT_TYPE);
        eachMember("bits", descriptor, member -> member.primitive() != null, (method, member) -> {
            take(method, member);
            convert(method, "toBits", Type.getType(HandleAccess.widened(member.taken())), Type.LONG_TYPE);
            method.visitInsn(Opcodes.LRETURN);
        });
    }

    private void putBits() {
        String descriptor = Type.getMethodDescriptor(Type.VOID_TYPE, OBJECT, Type.INT_TYPE, Type.LONG_TYPE);
        eachMember("bits", descriptor, member -> member.primitive() != null, (method, member) -> {
            loadBean(method);
            method.visitVarInsn(Opcodes.LLOAD, VALUE);
            convert(method, HandleAccess.toPrimitive(member.taken()), Type.LONG_TYPE, Type.getType(member.taken()));
            put(method, member);
            method.visitInsn(Opcodes.RETURN);
        });
    }

    /**
     * Generates a method that is a switch, with a case for each member that supports the operation, up to its return.
     */
    private void eachMember(
            String name,
            String descriptor,
            Predicate<BeanMember> possible,
            BiConsumer<MethodVisitor, BeanMember> body) {
        MethodVisitor method = code.method(Opcodes.ACC_PROTECTED, name, descriptor);
        Label none = new Label();
        Label[] labels = members.stream()
                .map(member -> possible.test(member) ? new Label() : none)
                .toArray(Label[]::new);
        if (labels.length > 0) {
            method.visitVarInsn(Opcodes.ILOAD, MEMBER);
            method.visitTableSwitchInsn(0, labels.length - 1, none, labels);
        }
        for (int i = 0; i < labels.length; i++) {
            if (labels[i] != none) {
                at(method, labels[i]);
                body.accept(method, members.get(i));
            }
        }
        if (labels.length > 0) {
            at(method, none);
        }
        method.visitVarInsn(Opcodes.ILOAD, MEMBER);
        throwNone(method);
        GeneratedClass.end(method);
    }

    /** Visits a jump target, where the stack is empty and only the parameters are in variables. */
    private static void at(MethodVisitor method, Label label) {
        method.visitLabel(label);
        method.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
    }

    private static void throwNone(MethodVisitor method) {
        String descriptor = Type.getMethodDescriptor(Type.getType(RuntimeException.class), Type.INT_TYPE);
        method.visitMethodInsn(Opcodes.INVOKESTATIC, ACCESS, "none", descriptor, false);
        method.visitInsn(Opcodes.ATHROW);
    }

    private void loadBean(MethodVisitor method) {
        method.visitVarInsn(Opcodes.ALOAD, BEAN);
        method.visitTypeInsn(Opcodes.CHECKCAST, beanName);
    }

    private void take(MethodVisitor method, BeanMember member) {
        loadBean(method);
        if (member instanceof BeanMember.OfField of) {
            field(method, Opcodes.GETFIELD, of.field());
        } else if (member instanceof BeanMember.OfMethods of) {
            call(method, of.getter());
        }
    }

    private void put(MethodVisitor method, BeanMember member) {
        if (member instanceof BeanMember.OfField of) {
            field(method, Opcodes.PUTFIELD, of.field());
        } else if (member instanceof BeanMember.OfMethods of && of.setter() != null) {
            call(method, of.setter());
            int resultSize = Type.getType(of.setter().getReturnType()).getSize(); // the result is discarded
            if (resultSize > 0) {
                method.visitInsn(resultSize == 1 ? Opcodes.POP : Opcodes.POP2);
            }
        }
    }

    private void field(MethodVisitor method, int opcode, Field field) {
        method.visitFieldInsn(opcode, beanName, field.getName(), Type.getDescriptor(field.getType()));
    }

    private void call(MethodVisitor method, Method called) {
        String descriptor = Type.getMethodDescriptor(called);
        method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, beanName, called.getName(), descriptor, false);
    }

    private static void box(MethodVisitor method, Class<?> type) {
        if (type.isPrimitive()) {
            Type boxed = Type.getType(Primitives.boxed(type));
            String descriptor = Type.getMethodDescriptor(boxed, Type.getType(type));
            method.visitMethodInsn(Opcodes.INVOKESTATIC, boxed.getInternalName(), "valueOf", descriptor, false);
        }
    }

    private static void unbox(MethodVisitor method, Class<?> type) {
        if (type.isPrimitive()) {
            convert(method, HandleAccess.toPrimitive(type), OBJECT, Type.getType(type));
        } else {
            method.visitTypeInsn(Opcodes.CHECKCAST, Type.getInternalName(type));
        }
    }

    private static void convert(MethodVisitor method, String name, Type from, Type to) {
        method.visitMethodInsn(Opcodes.INVOKESTATIC, ACCESS, name, Type.getMethodDescriptor(to, from), false);
    }
}
