import { describe, expect, it } from 'vitest';
import { WEBHOOK_URL_CHARACTERS_MAX, webhookUrlProblem } from '../../../../src/domain/webhooks/webhook-url.ts';

describe('the URL of a webhook', () => {
  it.each([
    'https://hooks.example.com/prompthold?team=a%20b',
    'http://10.0.0.7:8080',
    'https://[::1]:65535/',
    'HTTPS://löwe.example/ü',
    `https://example.com/${'a'.repeat(WEBHOOK_URL_CHARACTERS_MAX - 20)}`,
  ])('may be %s', (url) => {
    expect(webhookUrlProblem(url)).toBeUndefined();
  });

  it.each([
    ['', 'malformed'],
    ['hooks.example.com', 'malformed'],
    ['/hooks', 'malformed'],
    ['https://', 'malformed'],
    ['https://exa\nmple.com', 'malformed'],
    [' https://example.com', 'malformed'],
    ['https:\\\\example.com', 'malformed'],
    ['https://example.com:65536/', 'malformed'],
    ['ftp://example.com', 'other-scheme'],
    ['file:///etc/passwd', 'other-scheme'],
    ['javascript:alert(1)', 'other-scheme'],
    ['https://user@example.com', 'user-info'],
    ['https://:password@example.com', 'user-info'],
    [`https://example.com/${'a'.repeat(WEBHOOK_URL_CHARACTERS_MAX)}`, 'too-long'],
  ])('may not be %j: %s', (url, problem) => {
    expect(webhookUrlProblem(url)).toBe(problem);
  });
});
