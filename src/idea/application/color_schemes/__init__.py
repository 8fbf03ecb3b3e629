"""Keep terminals' colour schemes that people bring, and wear one."""
