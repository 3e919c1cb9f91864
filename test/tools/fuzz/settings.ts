/** Enables every optional feature, so that every documented operation exists. */
export const FUZZ_SETTINGS = { PROMPTHOLD_ACCOUNTS_SIGNUP: 'open', PROMPTHOLD_HTTP_TRUST_PROXY: '1' };
