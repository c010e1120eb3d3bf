package com.example.forecast;

import io.parley.cxf.ParleyFeature;
import io.quarkus.arc.Unremovable;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Named;
import jakarta.inject.Singleton;

/** Producer of the feature with a setting: in Quarkus, services count as servlets. */
public class Features {
    @Produces
    @Singleton
    @Named("parley")
    @Unremovable
    ParleyFeature parley() {
        return new ParleyFeature().set("parley.servlets-allowed", true); // this service has no filter
    }
}
