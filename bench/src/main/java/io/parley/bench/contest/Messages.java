package io.parley.bench.contest;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.UnsafeByteOperations;
import io.parley.bench.data.Kind;
import io.parley.bench.data.Workload;
import io.parley.bench.messages.BlobMessage;
import io.parley.bench.messages.ComplexMessage;
import io.parley.bench.messages.DoublesMessage;
import io.parley.bench.messages.EmptyMessage;
import io.parley.bench.messages.IntsMessage;
import io.parley.bench.messages.MediumMessage;
import io.parley.bench.messages.SimpleMessage;
import io.parley.bench.messages.StringsMessage;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.util.ArrayList;
import java.util.List;

/** Converts application objects to protobuf messages, and back for comparison: fields have the same names in both. */
public final class Messages {
    private Messages() {}

    /** Returns an empty message of the kind's class. */
    static Message empty(Kind kind) {
        return switch (kind) {
            case VOID -> EmptyMessage.getDefaultInstance();
            case F64, LIST -> DoublesMessage.getDefaultInstance();
            case I32 -> IntsMessage.getDefaultInstance();
            case STR -> StringsMessage.getDefaultInstance();
            case BLOB -> BlobMessage.getDefaultInstance();
            case SIMPLE -> SimpleMessage.getDefaultInstance();
            case MEDIUM -> MediumMessage.getDefaultInstance();
            case COMPLEX -> ComplexMessage.getDefaultInstance();
        };
    }

    /** Returns the content of a workload as a message. */
    static Message of(Workload workload) {
        return of(workload.object(), empty(workload.kind()).newBuilderForType());
    }

    /** Returns the number of elements of an array or list. */
    static int count(Message message) {
        FieldDescriptor field = message.getDescriptorForType().findFieldByName("value");
        if (field == null) {
            return message instanceof EmptyMessage ? 0 : 1;
        }
        return field.isRepeated()
                ? message.getRepeatedFieldCount(field)
                : ((ByteString) message.getField(field)).size();
    }

    /** Builds a message from an object. */
    public static Message of(Object object, Message.Builder message) {
        try {
            for (FieldDescriptor field : message.getDescriptorForType().getFields()) {
                Object value = object.getClass().getField(field.getJsonName()).get(object);
                if (value instanceof byte[] bytes) {
                    // Not copied: the message shares the application's bytes, as with the other contestants.
                    message.setField(field, UnsafeByteOperations.unsafeWrap(bytes));
                } else if (value instanceof List<?> list) {
                    list.forEach(element -> message.addRepeatedField(field, single(element, field, message)));
                } else if (value != null && value.getClass().isArray()) {
                    for (int i = 0; i < Array.getLength(value); i++) {
                        message.addRepeatedField(field, Array.get(value, i));
                    }
                } else if (value != null) {
                    message.setField(field, single(value, field, message));
                }
            }
            return message.build();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "expected the fields of " + message.getDescriptorForType().getFullName(), e);
        }
    }

    private static Object single(Object value, FieldDescriptor field, Message.Builder message) {
        return field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
                ? of(value, message.newBuilderForField(field))
                : value;
    }

    /** Converts a message to an object of the given class. */
    public static <T> T object(Class<T> type, Message message) {
        try {
            T made = type.getConstructor().newInstance();
            for (FieldDescriptor descriptor : message.getDescriptorForType().getFields()) {
                if (!descriptor.hasPresence() || message.hasField(descriptor)) {
                    Field field = type.getField(descriptor.getJsonName());
                    field.set(made, value(field, message.getField(descriptor)));
                }
            }
            return made;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "expected the fields of " + message.getDescriptorForType().getFullName(), e);
        }
    }

    private static Object value(Field field, Object value) {
        if (value instanceof ByteString bytes) {
            return bytes.toByteArray();
        } else if (value instanceof Message message) {
            return object(field.getType(), message);
        } else if (!(value instanceof List<?> list)) {
            return value;
        } else if (field.getGenericType() instanceof ParameterizedType type) {
            Class<?> element = (Class<?>) type.getActualTypeArguments()[0];
            return new ArrayList<>(list.stream()
                    .map(one -> one instanceof Message message ? object(element, message) : one)
                    .toList());
        } else {
            Object array = Array.newInstance(field.getType().getComponentType(), list.size());
            for (int i = 0; i < list.size(); i++) {
                Array.set(array, i, list.get(i));
            }
            return array;
        }
    }
}
