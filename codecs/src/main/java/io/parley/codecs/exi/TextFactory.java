package io.parley.codecs.exi;

import com.siemens.ct.exi.core.EXIFactory;
import com.siemens.ct.exi.core.EncodingOptions;
import com.siemens.ct.exi.core.FidelityOptions;
import com.siemens.ct.exi.core.exceptions.EXIException;
import com.siemens.ct.exi.core.grammars.Grammars;
import com.siemens.ct.exi.core.helpers.DefaultEXIFactory;
import com.siemens.ct.exi.core.types.StringTypeDecoder;
import com.siemens.ct.exi.core.types.StringTypeEncoder;
import com.siemens.ct.exi.core.types.TypeDecoder;
import com.siemens.ct.exi.core.types.TypeEncoder;

/**
 * Factory that preserves all of an infoset except document types, with each value as text. The library reads values of
 * other types into arrays of any declared length.
 */
final class TextFactory extends DefaultEXIFactory {
    private TextFactory() {
        setDefaultValues(this);
    }

    /** Creates a factory without a schema and without options in the header. */
    static EXIFactory withoutSchema() {
        return create();
    }

    /** Creates a factory with the given grammars, whose schema id is in the header. */
    static EXIFactory bySchema(Grammars grammars) {
        TextFactory made = create();
        made.setGrammars(grammars);
        try {
            made.getEncodingOptions().setOption(EncodingOptions.INCLUDE_OPTIONS);
            made.getEncodingOptions().setOption(EncodingOptions.INCLUDE_SCHEMA_ID);
        } catch (EXIException e) {
            throw unknown(e);
        }
        return made;
    }

    private static TextFactory create() {
        TextFactory made = new TextFactory();
        FidelityOptions kept = FidelityOptions.createDefault();
        EncodingOptions written = EncodingOptions.createDefault();
        try {
            kept.setFidelity(FidelityOptions.FEATURE_PREFIX, true);
            kept.setFidelity(FidelityOptions.FEATURE_COMMENT, true);
            kept.setFidelity(FidelityOptions.FEATURE_PI, true);
            kept.setFidelity(FidelityOptions.FEATURE_LEXICAL_VALUE, true);
            written.setOption(EncodingOptions.INCLUDE_COOKIE);
        } catch (EXIException e) {
            throw unknown(e);
        }
        made.setFidelityOptions(kept);
        made.setEncodingOptions(written);
        return made;
    }

    @Override
    public TypeEncoder createTypeEncoder() throws EXIException {
        return new StringTypeEncoder();
    }

    @Override
    public TypeDecoder createTypeDecoder() throws EXIException {
        return new StringTypeDecoder();
    }

    private static IllegalStateException unknown(EXIException cause) {
        return new IllegalStateException("EXIficient does not know its own options", cause);
    }
}
