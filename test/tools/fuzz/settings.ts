/** Everything is open that can be: so every operation of the document is there. */
export const FUZZ_SETTINGS = { PROMPTHOLD_ACCOUNTS_SIGNUP: 'open', PROMPTHOLD_HTTP_TRUST_PROXY: '1' };
