"""The vault: seals what is stored. Cryptography lives here only."""
