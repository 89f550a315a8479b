"""Cards 31-37: what organisations have that a state of one party has not. They run where `[society] statute` is true."""
