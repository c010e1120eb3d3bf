package com.example.messages;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.parley.Limits;
import io.parley.binding.JaxbBindings;
import io.parley.binding.Part;
import io.parley.binding.PartKey;
import io.parley.binding.Parts;
import io.parley.layout.Layout;
import io.parley.layout.Slot;
import io.parley.representation.ContentReader;
import io.parley.representation.ContentWriter;
import io.parley.representation.Representation;
import io.parley.representation.Representations;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import io.parley.schema.Schema;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.util.List;
import javax.xml.namespace.QName;

public final class Messages {
    private static final QName NUMBERS = new QName("numbers");

    @XmlRootElement(name = "numbers")
    public static final class Numbers {
        public float[] number = {};
    }

    private Messages() {}

    public static void main(String[] arguments) throws Exception {
        JAXBContext context = JAXBContext.newInstance(Numbers.class);
        Slot.Element element = Layout.compile(Schema.derive(context, Limits.defaults()))
                .element(NUMBERS)
                .orElseThrow();
        JaxbBindings.Attempt bound =
                JaxbBindings.of(context, List.of(Numbers.class)).bind(element, Numbers.class);
        PartKey key = new PartKey(NUMBERS, PartKey.Direction.IN, 0);
        Parts parts = Parts.of(List.of(Part.typed(key, element, bound.found().orElseThrow(), "")));
        Representation form =
                Representations.load(Messages.class.getClassLoader()).get("hhfr");

        Numbers numbers = new Numbers();
        numbers.number = new float[] {1, 2, 3};
        ByteBuf bytes = Unpooled.buffer();
        Sink sink = new Sink(UnpooledByteBufAllocator.DEFAULT, 64, (chunk, last) -> {
            bytes.writeBytes(chunk);
            chunk.release();
        });
        ContentWriter out = form.newWriter(sink, parts);
        out.writePart(0, numbers);
        out.writeEndDocument();
        sink.finish();
        int length = bytes.readableBytes();
        try (Source source = Source.of(bytes, Limits.defaults())) {
            ContentReader in = form.newReader(source, parts);
            in.next();
            Numbers read = (Numbers) in.part().take();
            System.out.println(Messages.class.getModule() + ": " + read.number.length + " numbers in " + length + " bytes");
        }
    }
}
