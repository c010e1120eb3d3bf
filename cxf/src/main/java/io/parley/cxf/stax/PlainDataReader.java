package io.parley.cxf.stax;

import javax.xml.namespace.QName;
import org.apache.cxf.databinding.DataReader;
import org.apache.cxf.service.model.MessagePartInfo;
import org.jspecify.annotations.Nullable;

/** Data reader for input that has no typed parts, such as the trees of header blocks. */
final class PlainDataReader<T> extends JaxbDelegate implements DataReader<T> {
    private final DataReader<T> jaxb;

    PlainDataReader(DataReader<T> jaxb) {
        super(jaxb::setSchema, unlessNone(jaxb), jaxb::setProperty);
        this.jaxb = jaxb;
    }

    @Override
    public @Nullable Object read(MessagePartInfo part, T input) {
        return jaxb.read(part, input);
    }

    @Override
    public @Nullable Object read(T input) {
        return jaxb.read(input);
    }

    @Override
    public @Nullable Object read(QName name, T input, Class<?> type) {
        return jaxb.read(name, input, type);
    }
}
