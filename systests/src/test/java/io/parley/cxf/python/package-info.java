/** Services for testing the client written in Python (clients/python). */
package io.parley.cxf.python;
