package com.example.shop;

import io.parley.cxf.ParleyFeature;
import io.quarkus.arc.Unremovable;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Named;
import jakarta.inject.Singleton;

/** The feature, with a setting: what serves in Quarkus counts as a servlet. */
public class Features {
    @Produces
    @Singleton
    @Named("parley")
    @Unremovable
    ParleyFeature parley() {
        return new ParleyFeature().set("parley.servlets-allowed", true); // no filter of a servlet guards this service
    }
}
