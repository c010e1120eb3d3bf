package io.parley.spring;

import io.parley.ConfigurationException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Failure analysis for Boot of an invalid setting that prevented the start of an application: which setting, where, and
 * the fix. Stateless.
 */
final class FaultySettingAnalyzer extends AbstractFailureAnalyzer<ConfigurationException> {
    @Override
    protected FailureAnalysis analyze(Throwable failure, ConfigurationException fault) {
        String place = fault.where().isEmpty() ? "" : " " + fault.where();
        String description =
                "The property " + fault.setting() + place + " cannot be used: " + fault.description() + ".";
        return new FailureAnalysis(description, upperCased(fault.remedy()) + ".", fault);
    }

    private static String upperCased(String clause) {
        return Character.toUpperCase(clause.charAt(0)) + clause.substring(1);
    }
}
