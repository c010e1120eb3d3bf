package io.parley.cxf.spring;

import org.springframework.beans.factory.xml.NamespaceHandlerSupport;

/** The namespace {@code urn:parley:spring}: parley.xsd says what is in it. */
final class ParleyNamespace extends NamespaceHandlerSupport {
    @Override
    public void init() {
        registerBeanDefinitionParser("feature", new FeatureElement());
    }
}
