package io.parley.binding;

import java.lang.reflect.Field;
import java.util.List;
import java.util.Objects;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Generator of the bytecode of a {@link RecordWalk} for one class and one order of its fields. The code has no loop, so
 * that the JVM profiles and inlines each call separately. It only refers to accessible fields of the class.
 */
final class WalkClass {
    /** Hidden classes for lists of steps whose fields the class can access. */
    static final HiddenClasses<List<WalkStep>, RecordWalk> CLASSES =
            new HiddenClasses<>(RecordWalk.class, WalkClass::of);

    private static final Type OBJECT = Type.getType(Object.class);
    private static final Type SINK = Type.getType(MemberSink.class);
    private static final Type SOURCE = Type.getType(MemberSource.class);
    private static final int OWNER = 1;
    /** Variable of the sink or the source. */
    private static final int OTHER = 2;
    /** Variable of the states that were read, or the first variable of a fetched value. */
    private static final int FREE = 3;

    private final List<WalkStep> steps;

    private WalkClass(List<WalkStep> steps) {
        this.steps = steps;
    }

    /** Generates the code for a nestmate of that class, which can access the fields of all steps. */
    static byte[] of(Class<?> bean, List<WalkStep> steps) {
        WalkClass walk = new WalkClass(steps);
        GeneratedClass code = new GeneratedClass(bean, "$ParleyWalk", Type.getInternalName(RecordWalk.class));
        walk.write(code.method(Opcodes.ACC_PUBLIC, "write", descriptor(Type.VOID_TYPE, OBJECT, SINK)));
        walk.read(code.method(Opcodes.ACC_PUBLIC, "read", descriptor(Type.VOID_TYPE, OBJECT, SOURCE)));
        return code.bytes();
    }

    /**
     * Generates the write method: first the states, while each nullable value is stored in a variable, then the values.
     */
    private void write(MethodVisitor method) {
        states(method);
        int variable = FREE;
        for (int slot = 0; slot < steps.size(); slot++) {
            WalkStep step = steps.get(slot);
            if (step.field() == null) {
                method.visitVarInsn(Opcodes.ALOAD, OTHER);
                method.visitVarInsn(Opcodes.ALOAD, OWNER);
                method.visitLdcInsn(slot);
                call(method, SINK, step.repeats() ? "items" : "taken", Type.VOID_TYPE, OBJECT, Type.INT_TYPE);
            } else {
                put(method, step, slot, variable);
                variable += step.isPrimitive() ? 0 : 1;
            }
        }
        method.visitInsn(Opcodes.RETURN);
        GeneratedClass.end(method);
    }

    private void states(MethodVisitor method) {
        long certain = 0;
        for (WalkStep step : steps) {
            certain |= step.isPrimitive() ? (long) ItemState.VALUE.code() << step.shift() : 0;
        }
        method.visitVarInsn(Opcodes.ALOAD, OTHER);
        method.visitLdcInsn(certain);
        call(method, SINK, "begin", Type.VOID_TYPE, Type.LONG_TYPE);
        int variable = FREE;
        for (int slot = 0; slot < steps.size(); slot++) {
            WalkStep step = steps.get(slot);
            if (step.repeats() || step.isPrimitive()) {
                continue;
            }
            method.visitVarInsn(Opcodes.ALOAD, OTHER);
            if (step.field() == null) {
                method.visitVarInsn(Opcodes.ALOAD, OWNER);
                method.visitLdcInsn(slot);
                method.visitLdcInsn(step.shift());
                call(method, SINK, "take", Type.VOID_TYPE, OBJECT, Type.INT_TYPE, Type.INT_TYPE);
            } else {
                owner(method, step.field());
                field(method, Opcodes.GETFIELD, step.field());
                method.visitInsn(Opcodes.DUP);
                method.visitVarInsn(Opcodes.ASTORE, variable++);
                method.visitLdcInsn(step.shift());
                call(method, SINK, "mark", Type.VOID_TYPE, OBJECT, Type.INT_TYPE);
            }
        }
        method.visitVarInsn(Opcodes.ALOAD, OTHER);
        call(method, SINK, "end", Type.VOID_TYPE);
    }

    private void put(MethodVisitor method, WalkStep step, int slot, int variable) {
        Field field = Objects.requireNonNull(step.field());
        Type type = Type.getType(field.getType());
        method.visitVarInsn(Opcodes.ALOAD, OTHER);
        if (step.isPrimitive()) {
            owner(method, field);
            field(method, Opcodes.GETFIELD, field);
            call(method, SINK, "put", Type.VOID_TYPE, type);
            return;
        }
        method.visitVarInsn(Opcodes.ALOAD, variable);
        if (step.text()) {
            call(method, SINK, "put", Type.VOID_TYPE, type);
        } else {
            method.visitLdcInsn(slot);
            call(method, SINK, "put", Type.VOID_TYPE, OBJECT, Type.INT_TYPE);
        }
    }

    private void read(MethodVisitor method) {
        method.visitVarInsn(Opcodes.ALOAD, OTHER);
        call(method, SOURCE, "begin", Type.LONG_TYPE);
        method.visitVarInsn(Opcodes.LSTORE, FREE);
        boolean framed = false;
        for (int slot = 0; slot < steps.size(); slot++) {
            WalkStep step = steps.get(slot);
            if (step.field() == null) {
                fill(method, step, slot);
            } else {
                readField(method, step, slot, framed);
                framed = true;
            }
        }
        method.visitInsn(Opcodes.RETURN);
        GeneratedClass.end(method);
    }

    /** Generates the code for one field: a value is read directly, any other state is left to the interpreter. */
    private void readField(MethodVisitor method, WalkStep step, int slot, boolean framed) {
        Label other = new Label();
        Label next = new Label();
        state(method, step);
        method.visitLdcInsn(ItemState.VALUE.code());
        method.visitJumpInsn(Opcodes.IF_ICMPNE, other);
        Field field = Objects.requireNonNull(step.field());
        owner(method, field);
        get(method, step, slot);
        field(method, Opcodes.PUTFIELD, field);
        method.visitJumpInsn(Opcodes.GOTO, next);
        method.visitLabel(other);
        // At each jump target there is one variable more than at the start, the states.
        method.visitFrame(
                framed ? Opcodes.F_SAME : Opcodes.F_APPEND, framed ? 0 : 1, new Object[] {Opcodes.LONG}, 0, null);
        fill(method, step, slot);
        method.visitLabel(next);
        method.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
    }

    private static void get(MethodVisitor method, WalkStep step, int slot) {
        Type type = Type.getType(Objects.requireNonNull(step.field()).getType());
        method.visitVarInsn(Opcodes.ALOAD, OTHER);
        if (step.isPrimitive() && !type.equals(Type.BOOLEAN_TYPE)) {
            call(method, SOURCE, "get" + capital(type), type);
            return;
        }
        method.visitLdcInsn(slot);
        if (step.isPrimitive()) {
            call(method, SOURCE, "getBoolean", type, Type.INT_TYPE);
        } else if (step.text()) {
            call(method, SOURCE, "getString", type, Type.INT_TYPE);
        } else {
            call(method, SOURCE, "get", OBJECT, Type.INT_TYPE);
            method.visitTypeInsn(Opcodes.CHECKCAST, type.getInternalName());
        }
    }

    private static String capital(Type primitive) {
        String name = primitive.getClassName();
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    private static void fill(MethodVisitor method, WalkStep step, int slot) {
        method.visitVarInsn(Opcodes.ALOAD, OTHER);
        method.visitVarInsn(Opcodes.ALOAD, OWNER);
        method.visitLdcInsn(slot);
        if (step.repeats()) {
            call(method, SOURCE, "fill", Type.VOID_TYPE, OBJECT, Type.INT_TYPE);
        } else {
            state(method, step);
            call(method, SOURCE, "fill", Type.VOID_TYPE, OBJECT, Type.INT_TYPE, Type.INT_TYPE);
        }
    }

    private static void state(MethodVisitor method, WalkStep step) {
        method.visitVarInsn(Opcodes.LLOAD, FREE);
        method.visitLdcInsn(step.shift());
        method.visitInsn(Opcodes.LUSHR);
        method.visitInsn(Opcodes.L2I);
        method.visitLdcInsn((1 << step.bits()) - 1);
        method.visitInsn(Opcodes.IAND);
    }

    /** Pushes the owner, cast to the class of the field. */
    private static void owner(MethodVisitor method, Field field) {
        method.visitVarInsn(Opcodes.ALOAD, OWNER);
        method.visitTypeInsn(Opcodes.CHECKCAST, Type.getInternalName(field.getDeclaringClass()));
    }

    private static void field(MethodVisitor method, int opcode, Field field) {
        String home = Type.getInternalName(field.getDeclaringClass());
        method.visitFieldInsn(opcode, home, field.getName(), Type.getDescriptor(field.getType()));
    }

    private static void call(MethodVisitor method, Type owner, String name, Type result, Type... parameters) {
        method.visitMethodInsn(
                Opcodes.INVOKEVIRTUAL, owner.getInternalName(), name, descriptor(result, parameters), false);
    }

    private static String descriptor(Type result, Type... parameters) {
        return Type.getMethodDescriptor(result, parameters);
    }
}
