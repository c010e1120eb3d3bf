package io.parley.cxf.binaries;

import io.parley.testkit.channel.GeneratedContent;
import jakarta.activation.DataHandler;
import jakarta.jws.WebService;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The service; the label of a parcel states the length of its file. */
@WebService(endpointInterface = "io.parley.cxf.binaries.Depot", targetNamespace = "urn:parley:test:depot")
public class DepotImpl implements Depot {
    @Override
    public String store(Parcel parcel) {
        DataHandler file = parcel.getFile();
        try {
            int length = Integer.parseInt(parcel.getLabel());
            return GeneratedContent.check(file.getInputStream(), length) + " " + file.getContentType();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Parcel fetch(int length, String contentType) {
        return Parcel.of(
                Integer.toString(length), GeneratedFile.of(length, contentType), GeneratedFile.of(10, "a/short"));
    }

    @Override
    public Parcel passOn(Parcel parcel) {
        return Parcel.of(parcel.getLabel(), parcel.getFile(), parcel.getMore().toArray(new DataHandler[0]));
    }

    @Override
    public DataHandler passOnAlone(DataHandler file) {
        return file;
    }

    @Override
    public String ignore(Parcel parcel) {
        return parcel.getLabel();
    }
}
