package io.parley.examples.contracts;

import io.parley.examples.hosting.Loopback;
import jakarta.activation.DataHandler;
import jakarta.jws.WebService;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.Holder;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.tools.common.ToolContext;
import org.apache.cxf.tools.common.ToolException;
import org.apache.cxf.tools.wsdlto.WSDLToJava;

/**
 * Classes generated from a contract by CXF's {@code wsdl2java}, as for applications, and unloaded with their loader.
 * Immutable.
 */
public final class ContractClasses {
    private final Loader loader;

    private ContractClasses(Loader loader) {
        this.loader = loader;
    }

    /**
     * Generates and compiles the classes of a contract.
     *
     * @throws ContractException if {@code wsdl2java} refuses it, or there is no compiler
     */
    public static ContractClasses of(ContractFolder contract) throws ContractException, IOException {
        Path sources = Files.createDirectories(contract.wsdl().resolveSibling("java"));
        generate(contract, sources);
        List<Path> files;
        try (Stream<Path> all = Files.walk(sources)) {
            files = all.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        }
        return new ContractClasses(new Loader(MemoryCompiler.compile(files, libraries())));
    }

    /** Returns the generated interface of a port type. */
    public Optional<Class<?>> portType(QName name) {
        for (String each : loader.files.keySet()) {
            Class<?> type = load(each);
            WebService service = type.isInterface() ? type.getAnnotation(WebService.class) : null;
            if (service != null
                    && service.name().equals(name.getLocalPart())
                    && service.targetNamespace().equals(name.getNamespaceURI())) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }

    private Class<?> load(String name) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void generate(ContractFolder contract, Path sources) throws ContractException {
        String[] arguments = {
            "-d",
            sources.toString(),
            "-autoNameResolution",
            "-exsh",
            "true",
            "-encoding",
            "UTF-8",
            "-suppress-generated-date",
            contract.wsdl().toUri().toString()
        };
        Bus before = BusFactory.getThreadDefaultBus(false);
        Bus bus = Loopback.bus();
        BusFactory.setThreadDefaultBus(bus);
        try {
            new WSDLToJava(arguments).run(new ToolContext(), OutputStream.nullOutputStream());
        } catch (ToolException e) {
            // Without its cause, whose text names the copies.
            throw new ContractException(
                    "CXF's wsdl2java refuses the contract: " + contract.ofOriginals(String.valueOf(e.getMessage())));
        } catch (Exception e) {
            throw new ContractException(
                    "CXF's wsdl2java fails on the contract: " + contract.ofOriginals(e.toString()), e);
        } finally {
            BusFactory.setThreadDefaultBus(before);
            bus.shutdown(true);
        }
    }

    /** Returns the libraries that generated classes refer to, and no others. */
    private static List<Path> libraries() {
        Set<Path> libraries = new LinkedHashSet<>();
        List<Class<?>> named = List.of(
                JAXBElement.class,
                Holder.class,
                WebService.class,
                DataHandler.class,
                SOAPMessage.class,
                jakarta.annotation.Generated.class);
        for (Class<?> type : named) {
            CodeSource source = type.getProtectionDomain().getCodeSource();
            try {
                libraries.add(Path.of(source.getLocation().toURI()));
            } catch (URISyntaxException e) {
                throw new IllegalStateException(e);
            }
        }
        return new ArrayList<>(libraries);
    }

    /**
     * Class loader that looks up classes of the contract before its parent, since the class path may have others of
     * these names.
     */
    private static final class Loader extends ClassLoader {
        private final Map<String, byte[]> files;

        Loader(Map<String, byte[]> files) {
            super(ContractClasses.class.getClassLoader());
            this.files = new TreeMap<>(files);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                if (!files.containsKey(name)) {
                    return super.loadClass(name, resolve);
                }
                Class<?> loaded = findLoadedClass(name);
                return loaded == null ? findClass(name) : loaded;
            }
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = files.get(name);
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }
    }
}
