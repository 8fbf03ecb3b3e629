"""The grid as a tree: nodes, operations, geometry, addresses."""
