package io.parley.bench.retail;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import io.grpc.MethodDescriptor;
import io.parley.bench.document.Customer;
import io.parley.bench.document.Product;
import io.parley.bench.document.Update;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * Messages of the TDXML paper in the wire form of protobuf, field by field as generated code does it, from and to the
 * application's objects. Thread-safe.
 */
final class UpdateMarshaller implements MethodDescriptor.Marshaller<Update> {
    private static final int IDENTIFICATION = 1;
    private static final int TEXT = 2;
    private static final int CUSTOMER = 3;
    private static final int PRODUCT = 4;
    private static final int PHOTOGRAPH = 5;

    /** Writes fields. */
    private interface Fields {
        void to(CodedOutputStream out) throws IOException;
    }

    @Override
    public InputStream stream(Update value) {
        return new ByteArrayInputStream(bytes(out -> update(value, out)));
    }

    @Override
    public Update parse(InputStream stream) {
        try {
            return update(CodedInputStream.newInstance(stream));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] bytes(Fields fields) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            CodedOutputStream out = CodedOutputStream.newInstance(bytes);
            fields.to(out);
            out.flush();
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void update(Update value, CodedOutputStream out) throws IOException {
        out.writeString(IDENTIFICATION, value.identification);
        if (value.text != null) {
            out.writeString(TEXT, value.text);
        }
        for (Customer customer : value.customers) {
            out.writeByteArray(CUSTOMER, bytes(fields -> customer(customer, fields)));
        }
        for (Product product : value.products) {
            out.writeByteArray(PRODUCT, bytes(fields -> product(product, fields)));
        }
        if (value.photograph != null) {
            out.writeByteArray(PHOTOGRAPH, value.photograph);
        }
    }

    private static void customer(Customer value, CodedOutputStream out) throws IOException {
        out.writeInt32(1, value.number);
        out.writeString(2, value.account);
        out.writeString(3, value.firstName);
        out.writeString(4, value.lastName);
        out.writeString(5, value.street);
        out.writeString(6, value.city);
        out.writeString(7, value.postalCode);
        out.writeString(8, value.telephone);
        out.writeString(9, value.mail);
        out.writeBool(10, value.preferred);
        out.writeBool(11, value.approved);
        out.writeString(12, value.openedOn);
        out.writeString(13, value.lastPurchaseOn);
    }

    private static void product(Product value, CodedOutputStream out) throws IOException {
        out.writeString(1, value.code);
        out.writeString(2, value.description);
        out.writeString(3, value.manufacturer);
        out.writeInt32(4, value.quantity);
        out.writeDouble(5, value.price);
        out.writeInt32(6, value.discount);
        out.writeBool(7, value.taxed);
        out.writeString(8, value.warehouse);
        out.writeString(9, value.promisedOn);
        out.writeBool(10, value.backOrder);
        out.writeInt32(11, value.warranty);
        out.writeBool(12, value.serial);
    }

    private static Update update(CodedInputStream in) throws IOException {
        Update value = new Update();
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (WireFormat.getTagFieldNumber(tag)) {
                case IDENTIFICATION -> value.identification = in.readString();
                case TEXT -> value.text = in.readString();
                case CUSTOMER -> value.customers.add(customer(within(in)));
                case PRODUCT -> value.products.add(product(within(in)));
                case PHOTOGRAPH -> value.photograph = in.readByteArray();
                default -> in.skipField(tag);
            }
        }
        return value;
    }

    private static CodedInputStream within(CodedInputStream in) throws IOException {
        return CodedInputStream.newInstance(in.readByteArray());
    }

    private static Customer customer(CodedInputStream in) throws IOException {
        Customer value = new Customer();
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (WireFormat.getTagFieldNumber(tag)) {
                case 1 -> value.number = in.readInt32();
                case 2 -> value.account = in.readString();
                case 3 -> value.firstName = in.readString();
                case 4 -> value.lastName = in.readString();
                case 5 -> value.street = in.readString();
                case 6 -> value.city = in.readString();
                case 7 -> value.postalCode = in.readString();
                case 8 -> value.telephone = in.readString();
                case 9 -> value.mail = in.readString();
                case 10 -> value.preferred = in.readBool();
                case 11 -> value.approved = in.readBool();
                case 12 -> value.openedOn = in.readString();
                case 13 -> value.lastPurchaseOn = in.readString();
                default -> in.skipField(tag);
            }
        }
        return value;
    }

    private static Product product(CodedInputStream in) throws IOException {
        Product value = new Product();
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (WireFormat.getTagFieldNumber(tag)) {
                case 1 -> value.code = in.readString();
                case 2 -> value.description = in.readString();
                case 3 -> value.manufacturer = in.readString();
                case 4 -> value.quantity = in.readInt32();
                case 5 -> value.price = in.readDouble();
                case 6 -> value.discount = in.readInt32();
                case 7 -> value.taxed = in.readBool();
                case 8 -> value.warehouse = in.readString();
                case 9 -> value.promisedOn = in.readString();
                case 10 -> value.backOrder = in.readBool();
                case 11 -> value.warranty = in.readInt32();
                case 12 -> value.serial = in.readBool();
                default -> in.skipField(tag);
            }
        }
        return value;
    }
}
