package io.parley.codecs.exi;

import com.siemens.ct.exi.core.EXIFactory;
import com.siemens.ct.exi.core.coder.EXIBodyDecoderInOrder;
import com.siemens.ct.exi.core.context.QNameContext;
import com.siemens.ct.exi.core.exceptions.EXIException;
import com.siemens.ct.exi.core.types.BuiltIn;
import java.io.IOException;

/**
 * Decoder for documents in which every attribute is text. The library's own decoder treats {@code xsi:type} specially
 * and reads its prefix twice, which fails if its namespace has two prefixes.
 */
final class PlainDecoder extends EXIBodyDecoderInOrder {
    PlainDecoder(EXIFactory factory) throws EXIException {
        super(factory);
    }

    @Override
    public QNameContext decodeAttribute() throws EXIException, IOException {
        switch (nextEventType) {
            case ATTRIBUTE -> decodeAttributeStructure();
            case ATTRIBUTE_GENERIC -> decodeAttributeGenericStructure();
            case ATTRIBUTE_GENERIC_UNDECLARED -> decodeAttributeGenericUndeclaredStructure();
            default -> throw new EXIException("an attribute whose value is no text");
        }
        readAttributeContent(BuiltIn.getDefaultDatatype());
        return attributeQNameContext;
    }
}
