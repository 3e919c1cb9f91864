/** One-time tokens that let whoever reads the start banner open the first account. */
export interface SetupTokens {
  issue(expiresAt: Date): string;
}
