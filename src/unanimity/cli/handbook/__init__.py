"""The handbook: pages made from the declarations of the model, for the documentation site and `unanimity docs`."""
