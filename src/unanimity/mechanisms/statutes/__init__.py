"""Cards 31-37: what organisations have and a one-party state lacks. They run where `[society] statute` is true."""
