package io.parley.cxf.stax;

import java.util.Map;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.apache.cxf.databinding.DataBinding;
import org.apache.cxf.databinding.DataReader;
import org.apache.cxf.databinding.DataWriter;
import org.apache.cxf.service.Service;

/**
 * Data binding whose StAX writers and readers handle typed parts as objects; all else is delegated to the service's
 * binding.
 */
final class TypedDataBinding implements DataBinding {
    private final DataBinding original;

    TypedDataBinding(DataBinding original) {
        this.original = original;
    }

    @Override
    @SuppressWarnings("unchecked") // CXF's contract: a writer for the class that was asked for
    public <T> DataWriter<T> createWriter(Class<T> output) {
        DataWriter<T> writer = original.createWriter(output);
        return output == XMLStreamWriter.class && writer != null
                ? (DataWriter<T>) new TypedDataWriter((DataWriter<XMLStreamWriter>) writer, original)
                : writer;
    }

    @Override
    @SuppressWarnings("unchecked") // as above
    public <T> DataReader<T> createReader(Class<T> input) {
        DataReader<T> reader = original.createReader(input);
        if (reader == null) {
            return reader;
        }
        return input == XMLStreamReader.class
                ? (DataReader<T>) new TypedDataReader((DataReader<XMLStreamReader>) reader)
                : new PlainDataReader<>(reader);
    }

    @Override
    public Class<?>[] getSupportedReaderFormats() {
        return original.getSupportedReaderFormats();
    }

    @Override
    public Class<?>[] getSupportedWriterFormats() {
        return original.getSupportedWriterFormats();
    }

    @Override
    public void initialize(Service service) {
        original.initialize(service);
    }

    @Override
    public Map<String, String> getDeclaredNamespaceMappings() {
        return original.getDeclaredNamespaceMappings();
    }

    @Override
    public void setMtomEnabled(boolean enabled) {
        original.setMtomEnabled(enabled);
    }

    @Override
    public boolean isMtomEnabled() {
        return original.isMtomEnabled();
    }

    @Override
    public void setMtomThreshold(int threshold) {
        original.setMtomThreshold(threshold);
    }

    @Override
    public int getMtomThreshold() {
        return original.getMtomThreshold();
    }
}
