"""Tools that know nothing of the model: errors, bounded reading, expressions, numbers as text, progress bars."""
