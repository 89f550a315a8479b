"""The handbook: documentation pages that are made from the declarations of the model, for the site and `unanimity docs`."""
