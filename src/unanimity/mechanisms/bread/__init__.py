"""Bread: provision, reporting, requisition."""
