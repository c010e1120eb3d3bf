package io.parley.cxf.spring;

import io.parley.ConfigurationException;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.settings.Setting;
import java.util.Map;
import org.springframework.beans.factory.config.TypedStringValue;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.ManagedMap;
import org.springframework.beans.factory.xml.AbstractSingleBeanDefinitionParser;
import org.springframework.beans.factory.xml.ParserContext;
import org.springframework.util.xml.DomUtils;
import org.w3c.dom.Attr;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;

/**
 * Bean definition parser for {@code <parley:feature mode="always"/>}, which defines a {@link ParleyFeature}. Attributes
 * are settings without the prefix {@code parley.}, child elements {@code limit} are limits. Values may contain
 * placeholders. Stateless.
 */
final class FeatureElement extends AbstractSingleBeanDefinitionParser {
    private static final String SETTING = "parley.";
    private static final String LIMIT = "parley.limits.";

    @Override
    protected Class<?> getBeanClass(Element element) {
        return ParleyFeature.class;
    }

    /** Returns true: a feature of an endpoint needs no id. */
    @Override
    protected boolean shouldGenerateIdAsFallback() {
        return true;
    }

    @Override
    protected void doParse(Element element, ParserContext context, BeanDefinitionBuilder feature) {
        Map<String, Object> settings = new ManagedMap<>();
        NamedNodeMap attributes = element.getAttributes();
        for (int i = 0; i < attributes.getLength(); i++) {
            Attr attribute = (Attr) attributes.item(i);
            if (attribute.getNamespaceURI() == null && !attribute.getName().equals(ID_ATTRIBUTE)) {
                add(SETTING + attribute.getName(), attribute.getValue(), settings, element, context);
            }
        }
        for (Element limit : DomUtils.getChildElementsByTagName(element, "limit")) {
            add(LIMIT + limit.getAttribute("name"), limit.getAttribute("value"), settings, limit, context);
        }
        feature.addPropertyValue("settings", settings);
    }

    /** Adds a setting; an unknown name is reported as an error at application start. */
    private void add(String name, String value, Map<String, Object> settings, Element where, ParserContext context) {
        try {
            Setting.named(name);
        } catch (ConfigurationException e) {
            context.getReaderContext().error(String.valueOf(e.getMessage()), where);
        }
        settings.put(name, new TypedStringValue(value, String.class));
    }
}
