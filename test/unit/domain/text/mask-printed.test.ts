import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ApiKey } from '../../../../src/domain/accounts/api-key.ts';
import { Password } from '../../../../src/domain/accounts/password.ts';
import { SessionSecret } from '../../../../src/domain/accounts/session-secret.ts';
import { WebhookSecret } from '../../../../src/domain/webhooks/webhook-secret.ts';

const bytes = (count: number) => Uint8Array.from({ length: count }, (_, index) => index * 7);

describe.each([
  ['an API key', ApiKey.fromEntropy(bytes(32)), 'ph_…'],
  ['a password', Password.presented('correct horse battery staple'), '••••'],
  ['the secret of a session', SessionSecret.fromEntropy(bytes(16)), '••••'],
  ['the secret of a webhook', WebhookSecret.fromEntropy(bytes(32)), 'whsec_…'],
])('%s', (_, secret, mask) => {
  it('is masked wherever it is printed', () => {
    expect(`${secret}`).toBe(mask);
    expect(String([secret])).toBe(mask);
    expect(JSON.stringify({ secret })).toBe(JSON.stringify({ secret: mask }));
    expect(inspect({ secret }, { showHidden: true })).toBe(`{ secret: ${mask} }`);
  });
});
