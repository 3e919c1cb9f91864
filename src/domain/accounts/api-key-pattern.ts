/** The form of every API key. In a file of its own because clients check it without ever making a key. */
export const API_KEY_PATTERN = /^ph_[0-9a-f]{64}$/;
