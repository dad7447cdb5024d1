"""Jobs: long or rare work beside the turn."""
