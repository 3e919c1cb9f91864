import { describe, expect, it } from 'vitest';
import { parseAccountId, parseEmail } from '../../../../src/domain/accounts/account.ts';
import { ApiKey } from '../../../../src/domain/accounts/api-key.ts';
import { parseSessionId } from '../../../../src/domain/accounts/session.ts';
import { SessionSecret } from '../../../../src/domain/accounts/session-secret.ts';
import { parsePromptSelector } from '../../../../src/domain/changes/change-filter.ts';
import { parseChangeId } from '../../../../src/domain/changes/change-id.ts';
import { parseIncludeTarget, printIncludeTarget } from '../../../../src/domain/naming/include-target.ts';
import { parseLabel, parseLabelOrLatest } from '../../../../src/domain/naming/label.ts';
import { parsePromptId, parsePromptName } from '../../../../src/domain/naming/prompt-name.ts';
import { parseTag } from '../../../../src/domain/naming/tag.ts';
import { parseVersionSelector, printVersionSelector } from '../../../../src/domain/naming/version-selector.ts';

const KEY = `ph_${'0123456789abcdef'.repeat(4)}`;
const SECRET = '0123456789abcdef'.repeat(2);
const TOO_LONG = 'x'.repeat(37);

/** Turns the result of a parser into a text again. */
const printed =
  <Value>(parse: (text: string) => Value | undefined, print: (value: Value) => string) =>
  (text: string): string | undefined => {
    const value = parse(text);
    return value === undefined ? undefined : print(value);
  };

/** What is parsed, the parser, texts that stay as they are, and texts that are rejected. */
const TEXTS: readonly [string, (text: string) => string | undefined, readonly string[], readonly string[]][] = [
  [
    'an account id',
    parseAccountId,
    ['u_1794744000000_abc123'],
    ['u_1_abc123', 'u_1794744000000_ABC123', '', 'p_1794744000000_abc123', 'u_1794744000000_abc123\n'],
  ],
  [
    'a session id',
    parseSessionId,
    ['s_1794744000000_aaaaaa'],
    ['', 'u_1794744000000_aaaaaa', 's_1_aaaaaa', 's_1794744000000_aaaaaa\n', 'S_1794744000000_AAAAAA'],
  ],
  [
    'a prompt id',
    parsePromptId,
    ['p_1731640000000_a1b2c3'],
    [
      ...['p_173164000000_a1b2c3', 'p_1731640000000_A1b2c3', '', 'u_1731640000000_a1b2c3'],
      ...['p_1731640000000_a1b2c3x', 'p_1731640000000_a1b2c3\n'],
    ],
  ],
  [
    'an API key',
    printed(ApiKey.parse, (key) => key.reveal()),
    [KEY],
    [
      ...[KEY.toUpperCase(), `ph_${'A'.repeat(64)}`, KEY.slice(0, -1), `${KEY}0`],
      ...[KEY.replace('ph_', 'pk_'), `${KEY}\n`, ` ${KEY}`, ''],
    ],
  ],
  [
    'a session secret',
    printed(SessionSecret.parse, (secret) => secret.reveal()),
    [SECRET],
    ['', SECRET.toUpperCase(), `${SECRET}0`, SECRET.slice(1), `${SECRET}\n`, ` ${SECRET}`, `${SECRET},${SECRET}`],
  ],
  [
    'an e-mail address',
    parseEmail,
    ['ada@example.com'],
    [
      ...['', 'ada', 'ada@', '@example.com', 'ada@example', 'a@b@example.com'],
      ...['a b@example.com', 'ada@exa mple.com', 'ada\u0007@example.com'],
    ],
  ],
  [
    'a prompt name',
    parsePromptName,
    ['a', '0', 'welcome-mail', 'support/reply.v2', 'a/b/c/d/e', 'p_1731640000000_a1b2c', 'x'.repeat(128)],
    [],
  ],
  ['a tag', parseTag, ['mail', '2024', 'a.b_c-d', 'x'.repeat(36)], ['', 'Mail', '-a', 'a b', 'a\n', TOO_LONG]],
  [
    'a label',
    parseLabel,
    ['production', 'a', 'v1.2_rc-3', 'x'.repeat(36)],
    ['', '1', '3', 'Production', '.a', 'a b', 'a/b', 'a\n', TOO_LONG, 'latest'],
  ],
  ['a label or latest', parseLabelOrLatest, ['production', 'latest'], ['', '1', 'Production', 'a/b', 'a\n', TOO_LONG]],
  [
    'a version selector',
    printed(parseVersionSelector, printVersionSelector),
    ['12', 'production', 'latest'],
    ['', '0', '01', '1e3', '-1', '1.5', '1234567890', 'Production'],
  ],
  [
    'an include target',
    printed(parseIncludeTarget, printIncludeTarget),
    ['greeting', 'support/greeting@production', 'greeting@latest', 'greeting@3'],
    ['', '@production', 'greeting@', 'greeting@0', 'a@b@c', 'Greeting', 'p_1731640000000_a1b2c3'],
  ],
  [
    'the id of a change',
    printed(parseChangeId, ({ id }) => id),
    ['184-12-3f9c2a71', '0-0-00000000'],
    [
      ...['', '0', '1', '1-1', '1-1-', '1-1-3f9c2a7', '1-1-3f9c2a711', '1-1-3F9C2A71', '1-1-3f9c2a7g'],
      ...['01-1-3f9c2a71', '1-01-3f9c2a71', '-1-1-3f9c2a71', '1.1.3f9c2a71', ' 1-1-3f9c2a71', '1-1-3f9c2a71\n'],
      ...['1234567890123456-1-3f9c2a71', '1-1234567890-3f9c2a71', '1e3-1-3f9c2a71', '\u0661-1-3f9c2a71'],
    ],
  ],
  [
    'a selection of prompts',
    printed(parsePromptSelector, (selector) => (selector.by === 'folder' ? `${selector.prefix}*` : 'a prompt')),
    ['support/*', 'a/b/c/d/*'],
    [
      ...['', '*', '/*', '//*', 'Support/*', 'support/**', 'sup*', 'support/', 'a/b/c/d/e/*', `${'x'.repeat(127)}/*`],
      'a\0',
    ],
  ],
];

describe.each(TEXTS)('%s', (_, parse, valid, invalid) => {
  it.each(valid)('may be %j', (text) => {
    expect(parse(text)).toBe(text);
  });

  it.each(invalid)('cannot be %j', (text) => {
    expect(parse(text)).toBeUndefined();
  });
});
