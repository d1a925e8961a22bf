"""What the tests of the suite share: candidates made from the reference, and their examination."""
