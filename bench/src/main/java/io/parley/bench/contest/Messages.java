package io.parley.bench.contest;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import com.google.protobuf.UnsafeByteOperations;
import io.parley.bench.data.Address;
import io.parley.bench.data.Blob;
import io.parley.bench.data.Complex;
import io.parley.bench.data.DoubleList;
import io.parley.bench.data.Doubles;
import io.parley.bench.data.Empty;
import io.parley.bench.data.Ints;
import io.parley.bench.data.Item;
import io.parley.bench.data.Kind;
import io.parley.bench.data.Medium;
import io.parley.bench.data.Simple;
import io.parley.bench.data.Strings;
import io.parley.bench.messages.AddressMessage;
import io.parley.bench.messages.BlobMessage;
import io.parley.bench.messages.ComplexMessage;
import io.parley.bench.messages.DoublesMessage;
import io.parley.bench.messages.EmptyMessage;
import io.parley.bench.messages.IntsMessage;
import io.parley.bench.messages.ItemMessage;
import io.parley.bench.messages.MediumMessage;
import io.parley.bench.messages.SimpleMessage;
import io.parley.bench.messages.StringsMessage;
import java.util.ArrayList;

/** The workloads as protobuf messages, and back for comparison. */
final class Messages {
    private Messages() {}

    /** A message without content, of the kind's class. */
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

    /** An object as a message. */
    static Message of(Object object) {
        if (object instanceof Empty) {
            return EmptyMessage.getDefaultInstance();
        } else if (object instanceof Doubles doubles) {
            DoublesMessage.Builder message = DoublesMessage.newBuilder();
            for (double value : doubles.value) {
                message.addValue(value);
            }
            return message.build();
        } else if (object instanceof DoubleList list) {
            return DoublesMessage.newBuilder().addAllValue(list.value).build();
        } else if (object instanceof Ints ints) {
            IntsMessage.Builder message = IntsMessage.newBuilder();
            for (int value : ints.value) {
                message.addValue(value);
            }
            return message.build();
        } else if (object instanceof Strings strings) {
            return StringsMessage.newBuilder().addAllValue(strings.value).build();
        } else if (object instanceof Blob blob) {
            // Not copied: the application's bytes are the message's, as with the other contestants.
            ByteString bytes = UnsafeByteOperations.unsafeWrap(blob.value);
            return BlobMessage.newBuilder().setValue(bytes).build();
        } else if (object instanceof Simple simple) {
            return simple(simple);
        } else if (object instanceof Medium medium) {
            return medium(medium);
        } else if (object instanceof Complex complex) {
            return complex(complex);
        }
        throw new IllegalArgumentException("no message for " + object.getClass());
    }

    /** How many elements an array or list has. */
    static int count(Message message) {
        if (message instanceof DoublesMessage doubles) {
            return doubles.getValueCount();
        } else if (message instanceof IntsMessage ints) {
            return ints.getValueCount();
        } else if (message instanceof StringsMessage strings) {
            return strings.getValueCount();
        } else if (message instanceof BlobMessage blob) {
            return blob.getValue().size();
        }
        return message instanceof EmptyMessage ? 0 : 1;
    }

    /** A message as an object of the kind's class. */
    static Object object(Kind kind, Message message) {
        return switch (kind) {
            case VOID -> new Empty();
            case F64 -> {
                Doubles made = new Doubles();
                made.value = ((DoublesMessage) message)
                        .getValueList().stream()
                                .mapToDouble(Double::doubleValue)
                                .toArray();
                yield made;
            }
            case LIST -> {
                DoubleList made = new DoubleList();
                made.value = new ArrayList<>(((DoublesMessage) message).getValueList());
                yield made;
            }
            case I32 -> {
                Ints made = new Ints();
                made.value = ((IntsMessage) message)
                        .getValueList().stream().mapToInt(Integer::intValue).toArray();
                yield made;
            }
            case STR -> {
                Strings made = new Strings();
                made.value = new ArrayList<>(((StringsMessage) message).getValueList());
                yield made;
            }
            case BLOB -> {
                Blob made = new Blob();
                made.value = ((BlobMessage) message).getValue().toByteArray();
                yield made;
            }
            case SIMPLE -> simple((SimpleMessage) message);
            case MEDIUM -> medium((MediumMessage) message);
            case COMPLEX -> complex((ComplexMessage) message);
        };
    }

    private static SimpleMessage simple(Simple simple) {
        return SimpleMessage.newBuilder()
                .setId(simple.id)
                .setName(simple.name)
                .setEmail(simple.email)
                .setBalance(simple.balance)
                .setVisits(simple.visits)
                .setActive(simple.active)
                .build();
    }

    private static Simple simple(SimpleMessage message) {
        Simple made = new Simple();
        made.id = message.getId();
        made.name = message.getName();
        made.email = message.getEmail();
        made.balance = message.getBalance();
        made.visits = message.getVisits();
        made.active = message.getActive();
        return made;
    }

    private static MediumMessage medium(Medium medium) {
        MediumMessage.Builder message = MediumMessage.newBuilder().setCustomer(simple(medium.customer));
        for (Address address : medium.address) {
            message.addAddress(AddressMessage.newBuilder()
                    .setStreet(address.street)
                    .setCity(address.city)
                    .setCountry(address.country));
        }
        for (Item item : medium.item) {
            message.addItem(ItemMessage.newBuilder()
                    .setNumber(item.number)
                    .setArticle(item.article)
                    .setQuantity(item.quantity)
                    .setPrice(item.price));
        }
        return message.build();
    }

    private static Medium medium(MediumMessage message) {
        Medium made = new Medium();
        made.customer = simple(message.getCustomer());
        for (AddressMessage address : message.getAddressList()) {
            Address part = new Address();
            part.street = address.getStreet();
            part.city = address.getCity();
            part.country = address.getCountry();
            made.address.add(part);
        }
        for (ItemMessage item : message.getItemList()) {
            Item part = new Item();
            part.number = item.getNumber();
            part.article = item.getArticle();
            part.quantity = item.getQuantity();
            part.price = item.getPrice();
            made.item.add(part);
        }
        return made;
    }

    private static ComplexMessage complex(Complex complex) {
        ComplexMessage.Builder message = ComplexMessage.newBuilder().setTitle(complex.title);
        complex.order.forEach(order -> message.addOrder(medium(order)));
        for (double value : complex.measurement) {
            message.addMeasurement(value);
        }
        return message.build();
    }

    private static Complex complex(ComplexMessage message) {
        Complex made = new Complex();
        made.title = message.getTitle();
        message.getOrderList().forEach(order -> made.order.add(medium(order)));
        made.measurement = message.getMeasurementList().stream()
                .mapToDouble(Double::doubleValue)
                .toArray();
        return made;
    }
}
