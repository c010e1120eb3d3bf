package io.parley.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Tests the guide's Kubernetes objects, as far as possible without a cluster. */
class KubernetesIngressTest {
    private static final Path FILE = Path.of("..", "docs", "guide", "proxies", "kubernetes-ingress.yaml");

    private Map<String, Map<String, Object>> byKind = Map.of();

    @BeforeEach
    void read() throws Exception {
        Yaml yaml = new Yaml(new SafeConstructor(new LoaderOptions()));
        byKind = StreamSupport.stream(yaml.loadAll(Files.readString(FILE)).spliterator(), false)
                .map(KubernetesIngressTest::map)
                .collect(Collectors.toMap(each -> (String) each.get("kind"), each -> each));
    }

    @Test
    void theIngressLeadsToTheServiceAndThatToThePods() {
        Map<String, Object> path =
                map(list(map(map(list(spec("Ingress").get("rules")).get(0)).get("http"))
                                .get("paths"))
                        .get(0));
        Map<String, Object> backend = map(map(path.get("backend")).get("service"));
        Map<String, Object> port = map(list(spec("Service").get("ports")).get(0));
        Map<String, Object> template = map(spec("Deployment").get("template"));
        Map<String, Object> container =
                map(list(map(template.get("spec")).get("containers")).get(0));

        assertThat(backend.get("name"))
                .isEqualTo(map(byKind.get("Service").get("metadata")).get("name"));
        assertThat(map(backend.get("port")).get("name")).isEqualTo(port.get("name"));
        assertThat(spec("Service").get("selector"))
                .isEqualTo(map(template.get("metadata")).get("labels"))
                .isEqualTo(map(spec("Deployment").get("selector")).get("matchLabels"));
        assertThat(map(list(container.get("ports")).get(0)).get("name")).isEqualTo(port.get("targetPort"));
    }

    @Test
    void requestsOfASessionStayAtAPodAndMayBeHeld() {
        Map<String, Object> annotations =
                map(map(byKind.get("Ingress").get("metadata")).get("annotations"));

        assertThat(annotations)
                .allSatisfy((name, value) -> assertThat(value).as(name).isInstanceOf(String.class))
                .containsEntry("nginx.ingress.kubernetes.io/affinity", "cookie")
                .containsKey("nginx.ingress.kubernetes.io/session-cookie-name");
        assertThat(Integer.parseInt((String) annotations.get("nginx.ingress.kubernetes.io/proxy-read-timeout")))
                .as("a post is held for 20 s")
                .isGreaterThan(25);
    }

    @Test
    void aPodHasMoreTimeToEndThanItTakesToDrain() {
        Map<String, Object> pod = map(map(spec("Deployment").get("template")).get("spec"));

        assertThat((Integer) pod.get("terminationGracePeriodSeconds")).isGreaterThan(10 + 30);
    }

    private Map<String, Object> spec(String kind) {
        return map(byKind.get(kind).get("spec"));
    }

    @SuppressWarnings("unchecked") // a YAML mapping with string keys
    private static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }

    private static List<?> list(Object value) {
        return (List<?>) value;
    }
}
