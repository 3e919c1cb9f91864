/** One-time tokens that let whoever reads the start banner open the first account. */
export interface SetupTokens {
  issue(expiresAt: Date): string;

  /** `invalid` is what was never issued for this storage, whatever else it is. That a token works once is not decided here. */
  verify(token: string, now: Date): 'valid' | 'expired' | 'invalid';
}
