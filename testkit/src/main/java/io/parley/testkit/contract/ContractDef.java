package io.parley.testkit.contract;

import java.util.List;
import java.util.stream.Collectors;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A service contract: operations of one namespace, in the order of its interface. Immutable.
 *
 * @param namespace of the port type and of its operations
 * @param operations in the order of declaration
 */
public record ContractDef(String namespace, List<OperationDef> operations) {
    private static final String INTERFACE = "io/parley/testkit/contract/generated/PortType";

    public ContractDef {
        operations = List.copyOf(operations);
    }

    /**
     * Returns a new interface with JAX-WS annotations for this contract, in a class loader of its own below {@code
     * parent}.
     */
    public Class<?> asInterface(ClassLoader parent) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(
                Opcodes.V17,
                Opcodes.ACC_PUBLIC | Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT,
                INTERFACE,
                null,
                "java/lang/Object",
                null);
        AnnotationVisitor service = writer.visitAnnotation("Ljakarta/jws/WebService;", true);
        service.visit("name", "PortType");
        service.visit("targetNamespace", namespace);
        service.visitEnd();
        operations.forEach(operation -> method(writer, operation));
        writer.visitEnd();
        return new Loader(parent).define(writer.toByteArray());
    }

    private static void method(ClassWriter writer, OperationDef operation) {
        Class<?> result = operation.result() == Void.class ? void.class : operation.result();
        String descriptor = Type.getMethodDescriptor(Type.getType(result), Type.getType(operation.parameter()));
        MethodVisitor method =
                writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_ABSTRACT, operation.name(), descriptor, null, null);
        if (operation.isOneWay()) {
            method.visitAnnotation("Ljakarta/jws/Oneway;", true).visitEnd();
        }
        AnnotationVisitor parameter = method.visitParameterAnnotation(0, "Ljakarta/jws/WebParam;", true);
        parameter.visit("name", "value");
        parameter.visitEnd();
        method.visitEnd();
    }

    @Override
    public String toString() {
        return operations.stream()
                .map(operation -> operation.result().getSimpleName() + " " + operation.name() + "("
                        + operation.parameter().getSimpleName() + ")")
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private static final class Loader extends ClassLoader {
        Loader(ClassLoader parent) {
            super(parent);
        }

        Class<?> define(byte[] bytes) {
            return defineClass(INTERFACE.replace('/', '.'), bytes, 0, bytes.length);
        }
    }
}
