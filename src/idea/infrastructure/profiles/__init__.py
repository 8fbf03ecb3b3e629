"""Engine profiles as files: those that come with IdeA, the person's, a project's."""
