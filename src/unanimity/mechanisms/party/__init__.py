"""Party: appointment, protection, recruitment, dependence, press."""
