package io.parley.examples.campaign;

import io.parley.testkit.campaign.HeavyContent;
import jakarta.activation.DataHandler;
import jakarta.jws.WebService;
import org.apache.cxf.attachment.ByteDataSource;

/** Implementation of {@link Answers}. */
@WebService(
        endpointInterface = "io.parley.examples.campaign.Answers",
        targetNamespace = "urn:parley:campaign:answers",
        serviceName = "AnswersService")
public final class AnswersService implements Answers {
    private final MadeAnswers made;

    AnswersService(MadeAnswers made) {
        this.made = made;
    }

    @Override
    public HeavyContent.Text text(int bytes) {
        return (HeavyContent.Text) made.answer("text", bytes);
    }

    @Override
    public HeavyContent.Texts texts(int bytes) {
        return (HeavyContent.Texts) made.answer("texts", bytes);
    }

    @Override
    public HeavyContent.Numbers numbers(int bytes) {
        return (HeavyContent.Numbers) made.answer("numbers", bytes);
    }

    @Override
    public HeavyContent.Beans beans(int bytes) {
        return (HeavyContent.Beans) made.answer("beans", bytes);
    }

    @Override
    public HeavyContent.Counts map(int bytes) {
        return (HeavyContent.Counts) made.answer("map", bytes);
    }

    @Override
    public HeavyContent.Blob bytes(int bytes) {
        return (HeavyContent.Blob) made.answer("bytes", bytes);
    }

    @Override
    public DataHandler file(int bytes) {
        return new DataHandler(new ByteDataSource(new byte[bytes], "application/octet-stream"));
    }

    @Override
    public int honest(int number) {
        return number;
    }
}
