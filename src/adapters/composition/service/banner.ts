import type { Finding } from '../../../application/ports/diagnosis.ts';

export interface BannerFacts {
  readonly version: string;
  readonly storage: string;
  readonly schemaVersion: number;
  readonly keyringFile: string;
  readonly keyringFingerprint: string;
  readonly address: string;
  readonly publicUrl: string;
  /** Given while there has never been an account. */
  readonly setupToken: string | undefined;
  readonly warnings: readonly Finding[];
}

/** Prints what an operator wants to know at startup, and where to go next. */
export function banner(facts: BannerFacts): string {
  const { publicUrl, setupToken } = facts;
  const lines = [
    `Prompthold ${facts.version}`,
    `  storage    ${facts.storage}, schema version ${facts.schemaVersion}`,
    `  keyring    ${facts.keyringFile}, fingerprint ${facts.keyringFingerprint}`,
    `  listens    ${facts.address}`,
    `  dashboard  ${publicUrl}/dashboard`,
    `  API        ${publicUrl}/api`,
    `  API docs   ${publicUrl}/api/docs`,
  ];
  for (const { message, cure } of facts.warnings) lines.push(`  warning    ${message} (${cure})`);
  if (setupToken !== undefined) {
    lines.push(
      '  There is no account yet. This link opens the first one, once, within 30 minutes:',
      `  setup      ${publicUrl}/dashboard/setup#${setupToken}`,
    );
  }
  return lines.join('\n');
}
