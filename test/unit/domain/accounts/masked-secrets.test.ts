import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ApiKey } from '../../../../src/domain/accounts/api-key.ts';
import { Password } from '../../../../src/domain/accounts/password.ts';
import { SessionSecret } from '../../../../src/domain/accounts/session-secret.ts';
import fc from '../../../support/seeded-fast-check.ts';

describe.each<[string, (bytes: Uint8Array) => { reveal(): string }]>([
  ['an API key', (bytes) => ApiKey.fromEntropy(bytes)],
  ['a session secret', (bytes) => SessionSecret.fromEntropy(bytes.slice(16))],
  ['a password', (bytes) => Password.presented(Buffer.from(bytes).toString('hex'))],
])('%s', (_, make) => {
  it('is masked wherever it is printed', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const secret = make(bytes);
        const prints = [
          `${secret}`,
          JSON.stringify({ secret }),
          inspect({ secret }, { showHidden: true }),
          String([secret]),
        ];

        for (const printed of prints) expect(printed).not.toContain(secret.reveal().replace('ph_', ''));
      }),
    );
  });
});
