"""Mutants of the reference: what each requirement can tell from what is right, and what it cannot.

A mutant is the reference with one rule broken at one site by a named operator; a legal variant
differs and is right. The suite kills every mutant, and passes every variant.
"""
