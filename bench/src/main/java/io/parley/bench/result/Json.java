package io.parley.bench.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Objects;

/** Results and answers of other JVMs as lines of JSON, with names in snake case. */
public final class Json {
    static final ObjectMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .enable(
                    DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
                    DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
                    DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .build();

    private Json() {}

    /** Returns a value as one line. */
    public static String line(Object value) {
        try {
            return Objects.requireNonNull(MAPPER.writeValueAsString(value));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a result has a type that JSON cannot say", e);
        }
    }

    /** Reads a value from one line. */
    public static <T> T read(String line, Class<T> type) throws IOException {
        return Objects.requireNonNull(MAPPER.readValue(line, type));
    }

    /** Reads figures by name. */
    public static Map<String, Double> figures(String line) throws IOException {
        return MAPPER.readValue(line, new TypeReference<>() {});
    }

    /** Returns the fields of a value as its JSON has them. */
    public static Map<String, Object> fields(Object value) {
        return MAPPER.convertValue(value, new TypeReference<>() {});
    }

    /** Prints a value as one line at once, since it may take long until the next one. */
    public static void print(Object value, PrintWriter to) {
        to.println(line(value));
        to.flush();
    }
}
