package io.parley.examples.spring.client;

import io.parley.examples.spring.Forecast;
import java.util.Arrays;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Web page: each request calls the service. */
@RestController
public class Places {
    private final Forecast forecast;

    Places(Forecast forecast) {
        this.forecast = forecast;
    }

    /** Returns the highest temperature of the coming hours. */
    @GetMapping("/warmest/{place}")
    String warmest(@PathVariable("place") String place, @RequestParam(name = "hours", defaultValue = "48") int hours) {
        return Arrays.stream(forecast.temperatures(place, hours)).max().orElseThrow() + " degrees";
    }
}
