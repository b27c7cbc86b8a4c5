"""A local Discord: REST, gateway and a page in the browser, on 127.0.0.1 only."""
