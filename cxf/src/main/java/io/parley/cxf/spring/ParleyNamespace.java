package io.parley.cxf.spring;

import org.springframework.beans.factory.xml.NamespaceHandlerSupport;

/** Handler of the namespace {@code urn:parley:spring}, whose schema is parley.xsd. */
final class ParleyNamespace extends NamespaceHandlerSupport {
    @Override
    public void init() {
        registerBeanDefinitionParser("feature", new FeatureElement());
    }
}
