"""Language models: any OpenAI-compatible endpoint, its presets, a fallback, and the built-in echo."""
