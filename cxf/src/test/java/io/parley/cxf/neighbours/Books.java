package io.parley.cxf.neighbours;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.nio.charset.StandardCharsets;

/** A REST service with the usual kinds of operation. */
@Path("/books")
public interface Books {
    @GET
    @Path("/{title}")
    @Produces("application/xml")
    Book get(@PathParam("title") String title);

    @POST
    @Consumes("application/xml")
    @Produces("application/xml")
    Book add(Book book);

    @PUT
    @Path("/{title}")
    @Consumes("text/plain")
    @Produces("text/plain")
    String rename(
            @PathParam("title") String title, @QueryParam("to") String to, @HeaderParam("X-By") String by, String why);

    @DELETE
    @Path("/{title}")
    void remove(@PathParam("title") String title);

    @GET
    @Path("/all")
    @Produces("text/plain")
    StreamingOutput all();

    @GET
    @Path("/later")
    @Produces("text/plain")
    void later(@Suspended AsyncResponse later);

    @GET
    @Path("/fails/{how}")
    @Produces("text/plain")
    String fail(@PathParam("how") String how);

    /** The content of requests and responses. */
    @XmlRootElement
    class Book {
        public String title;
        public int pages;

        public Book() {}

        Book(String title, int pages) {
            this.title = title;
            this.pages = pages;
        }
    }

    /** Keeps nothing, and answers from its arguments. */
    class Shelf implements Books {
        @Override
        public Book get(String title) {
            return new Book(title, title.length());
        }

        @Override
        public Book add(Book book) {
            return new Book(book.title, book.pages + 1);
        }

        @Override
        public String rename(String title, String to, String by, String why) {
            return title + " is " + to + " by " + by + ", as " + why;
        }

        @Override
        public void remove(String title) {}

        @Override
        public StreamingOutput all() {
            return out -> {
                for (int i = 0; i < 1000; i++) {
                    out.write(("book " + i + "\n").getBytes(StandardCharsets.UTF_8));
                }
            };
        }

        @Override
        public void later(AsyncResponse later) {
            Thread answering = new Thread(() -> later.resume("at last"), "answers later");
            answering.setDaemon(true);
            answering.start();
        }

        @Override
        public String fail(String how) {
            if (how.equals("conflict")) {
                throw new WebApplicationException(Response.status(Response.Status.CONFLICT)
                        .entity("taken")
                        .build());
            }
            throw new IllegalStateException(how);
        }
    }
}
