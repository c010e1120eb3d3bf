package io.parley.bench.form;

import com.ctc.wstx.stax.WstxOutputFactory;
import com.fasterxml.aalto.stax.OutputFactoryImpl;
import io.parley.representation.Representation;
import io.parley.representation.Representations;
import io.parley.representation.bnux.Bnux;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import nu.xom.Text;

/** All forms. Each call creates new ones. */
public final class Forms {
    private static final String UTF_8 = "UTF-8";
    private static final int STRONGEST = 9;

    private Forms() {}

    /** Returns all forms in the order of reports. */
    public static List<Form> all() {
        Representations known = Representations.load(Forms.class.getClassLoader());
        List<Form> forms = new ArrayList<>();
        forms.add(text("woodstox", RivalParsers.woodstox(), new WstxOutputFactory()));
        forms.add(text("aalto", RivalParsers.aalto(), new OutputFactoryImpl()));
        forms.add(StreamForm.parley("xml", known.get("xml")));
        forms.add(StreamForm.parley("bnux0", bnux(0)));
        forms.add(StreamForm.parley("bnux1", bnux(1)));
        forms.add(StreamForm.parley("bnux9", bnux(STRONGEST)));
        forms.addAll(InfosetForms.all());
        forms.add(StreamForm.parley("fastinfoset", known.get("fastinfoset")));
        forms.add(ExiForm.create());
        forms.add(StreamForm.parley("exi", known.get("exi")));
        forms.add(new TypedForm("tdxml", known.get("tdxml"), false));
        forms.add(new TypedForm("tdxml-events", known.get("tdxml"), true));
        forms.add(new TypedForm("hhfr", known.get("hhfr"), false));
        forms.addAll(TextTrees.all());
        forms.add(TreeForm.binary("bnux0-xom", bnux(0), new XomTree(Text::new)));
        forms.add(TreeForm.binary("bnux0-xom-nv", bnux(0), new XomTree(UnverifiedText::of)));
        forms.add(TreeForm.binary("bnux1-xom", bnux(1), new XomTree(Text::new)));
        forms.add(TreeForm.binary("bnux9-xom", bnux(STRONGEST), new XomTree(Text::new)));
        forms.add(TreeForm.binary("fi0-xom", known.get("fastinfoset"), new XomTree(Text::new)));
        return List.copyOf(forms);
    }

    /**
     * Returns the form with the given name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Form of(String name) {
        return all().stream()
                .filter(form -> form.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no form is called " + name));
    }

    private static Representation bnux(int level) {
        return Bnux.forDocuments(level);
    }

    private static Form text(String name, XMLInputFactory readers, XMLOutputFactory writers) {
        return StreamForm.stax(
                name, readers::createXMLStreamReader, stream -> writers.createXMLStreamWriter(stream, UTF_8));
    }
}
