import { z } from 'zod';
import { examineApplication } from '../../../application/accounts/draft-account.ts';
import { CHANGES_PER_ACCOUNT_MAX } from '../../../domain/changes/change.ts';
import { DEFAULT_QUOTAS } from '../../../domain/prompts/quotas.ts';
import { callerCollections } from '../../../domain/usage/caller-address.ts';
import { toPredicate } from '../../inbound/http/errors/describe-problems.ts';
import { ALLOWED_TARGET_RULE, parseAllowedTarget } from '../../outbound/webhooks/permitted-addresses.ts';
import { maskStorageUrl, parseStorageUrl } from './storage-url.ts';
import { didYouMean, shown } from './suggestion.ts';

/** How the value of a setting may be shown. Only secrets have it, and each of them can also be given as a file. */
export const masks = z.registry<{ readonly mask: (value: string) => string }>();

const text = () => z.string('must be a text').min(1, 'must not be empty');

const flag = () => z.boolean({ error: ({ input }) => `must be true or false, but is ${shown(input)}` });

function wholeNumber(least: number, most: number) {
  const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  const error = ({ input }: { readonly input?: unknown }) => `must be a whole number ${range}, but is ${shown(input)}`;
  return z.int({ error }).min(least, { error }).max(most, { error });
}

function oneOf<const Names extends readonly [string, ...string[]]>(names: Names) {
  return z.enum(names, {
    error: ({ input }) => {
      const near = typeof input === 'string' ? didYouMean(input, names) : '';
      return `must be one of ${names.join(', ')}, but is ${shown(input)}${near}`;
    },
  });
}

const hostname = z.string('must be a text').regex(/^\S+$/, 'must be a host name or an address, without spaces');

/** Links, cookies and pages are built from it, so that its path is held to characters that mean nothing in any of them. */
const publicUrl = z
  .string('must be a text')
  .refine((value) => /^https?:\/\//i.test(value) && URL.canParse(value), {
    error: 'must be a URL that begins with http:// or https://',
    abort: true,
  })
  .refine((value) => new URL(value).username === '' && new URL(value).password === '', 'must not carry credentials')
  .refine((value) => !/[?#]/.test(value), 'must not have a query or a fragment')
  .refine((value) => /^[A-Za-z0-9._~/-]*$/.test(new URL(value).pathname), {
    error: 'must have a path of letters, digits and . _ ~ - / only',
    abort: true,
  })
  .overwrite((value) => (URL.canParse(value) ? new URL(value).href.replace(/\/+$/, '') : value));

const hostName = z
  .string('must be a text')
  .regex(/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/i, 'must be a host name such as prompts.internal, without scheme and port');

/** Origins are compared with what browsers send, character by character; so they must be written the way they do. */
const origin = z.string('must be a text').superRefine((value, context) => {
  if (value === '*') {
    context.addIssue('must not be *: name every origin whose pages may call the API');
    return;
  }
  const url = /^https?:\/\//i.test(value) ? URL.parse(value) : null;
  if (url?.origin === value) return;
  const near = url ? `; did you mean ${url.origin}?` : '';
  context.addIssue(`must be an origin such as https://app.example.com, without path or slash at the end${near}`);
});

const allowedTarget = z.string('must be a text').refine((value) => parseAllowedTarget(value) !== undefined, {
  error: ({ input }) => `${ALLOWED_TARGET_RULE}, but is ${shown(input)}`,
});

const storageUrl = z.string('must be a text').superRefine((value, context) => {
  const location = parseStorageUrl(value);
  if (location.kind === 'invalid') context.addIssue(location.problem);
});

const firstAccount = z
  .strictObject({
    email: text()
      .optional()
      .describe('E-mail of the first account, which is created at start when there has never been one.'),
    name: text().optional().describe('Display name of the first account.'),
    password: text()
      .optional()
      .describe('Password of the first account.')
      .register(masks, { mask: () => '••••' }),
  })
  .superRefine(({ email, name, password }, context) => {
    const needs = (key: string, missing: string) =>
      context.addIssue({ code: 'custom', path: [key], message: `needs accounts.init.${missing} as well` });
    if (email !== undefined && password === undefined) needs('email', 'password');
    if (password !== undefined && email === undefined) needs('password', 'email');
    if (name !== undefined && email === undefined) needs('name', 'email');
    if (email === undefined || password === undefined) return;
    const examined = examineApplication({ email, name: name ?? nameFrom(email), password });
    for (const problem of 'problems' in examined ? examined.problems : []) {
      context.addIssue({ code: 'custom', path: [problem.path], message: toPredicate(problem) });
    }
  });

/** The name of the first account, unless one is given. */
export const nameFrom = (email: string): string => email.split('@', 1).join('');

/** Everything there is to configure: objects are the sections of the file, all else are settings, each with one line for the documentation. */
export const settingsSchema = z.strictObject({
  http: z.strictObject({
    host: hostname.default('127.0.0.1').describe('Address to listen on.'),
    port: wholeNumber(0, 65535).default(3000).describe('Port to listen on; 0 picks a free one, printed in the banner.'),
    publicUrl: publicUrl
      .optional()
      .describe(
        'Base of every link, from host and port if not set; https: makes cookies Secure; may carry a sub-path.',
      ),
    trustProxy: wholeNumber(0, 32).default(0).describe('Number of trusted proxy hops for the client address.'),
    corsOrigins: z
      .array(origin, 'must be a list of origins')
      .max(100, 'must have at most 100 origins')
      .default([])
      .describe('Origins that browsers may call the API from.'),
    allowedHosts: z
      .array(hostName, 'must be a list of host names')
      .max(100, 'must have at most 100 host names')
      .default([])
      .describe(
        'Names clients may use beside that of publicUrl while `host` is a loopback address and trustProxy is 0.',
      ),
    maxConnections: wholeNumber(1, 1_000_000)
      .default(4096)
      .describe('Open connections; further ones are closed. An idle one takes about 20 KB.'),
    workers: wholeNumber(1, 64)
      .default(1)
      .describe('Processes that serve requests; one per core at most. They share the port and all limits.'),
  }),
  storage: z.strictObject({
    url: storageUrl
      .default('sqlite:data/prompthold.db')
      .describe(
        'Where the data lives: sqlite:FILE, postgres://…, redis://…, rediss://…, redis-cluster://h1:p1,h2:p2, rediss-cluster://… or redis-sentinel://h1:p1,h2:p2/MASTER.',
      )
      .register(masks, { mask: maskStorageUrl }),
    postgres: z.strictObject({
      pooled: flag()
        .default(false)
        .describe('Set behind PgBouncer in transaction mode: unnamed statements, SET LOCAL.'),
    }),
    redis: z.strictObject({
      minReplicas: wholeNumber(0, Number.MAX_SAFE_INTEGER)
        .default(0)
        .describe('Replicas that must have a write before it is acknowledged.'),
    }),
  }),
  keyring: z.strictObject({
    file: text()
      .default('data/keyring.json')
      .describe('The keys that seal API keys; created on first start for a new SQLite storage only.'),
  }),
  accounts: z.strictObject({
    signup: oneOf(['closed', 'open'])
      .default('closed')
      .describe('open lets anyone create an account, over POST /api/accounts and on a sign-up page.'),
    signupsPerHour: wholeNumber(1, 1_000_000)
      .default(10)
      .describe(
        'Accounts that one IPv4 address or IPv6 /56 may open in an hour; its /24 or /48 may open three times as many.',
      ),
    init: firstAccount,
  }),
  limits: z.strictObject({
    prompts: wholeNumber(0, Number.MAX_SAFE_INTEGER)
      .default(DEFAULT_QUOTAS.prompts)
      .describe('Prompts that an account may have, archived ones included.'),
    versionsPerPrompt: wholeNumber(1, Number.MAX_SAFE_INTEGER)
      .default(DEFAULT_QUOTAS.versionsPerPrompt)
      .describe('Versions that a prompt may have.'),
    contentBytes: wholeNumber(0, Number.MAX_SAFE_INTEGER)
      .default(DEFAULT_QUOTAS.contentBytes)
      .describe('Bytes of content that an account may store; content that several versions have counts once.'),
  }),
  changes: z.strictObject({
    retentionDays: wholeNumber(1, 3650)
      .default(30)
      .describe(
        `Changes older than this are deleted from the feed, and the oldest beyond ${CHANGES_PER_ACCOUNT_MAX} of an account.`,
      ),
  }),
  usage: z.strictObject({
    retentionDays: wholeNumber(1, 3650)
      .default(90)
      .describe('Hourly statistics and callers older than this are deleted.'),
    callers: oneOf(callerCollections)
      .default('full')
      .describe(
        'Which programs that use a key are recorded: full with their addresses, masked with their networks (IPv4 /24, IPv6 /48), off none.',
      ),
  }),
  webhooks: z.strictObject({
    enabled: flag()
      .default(false)
      .describe(
        'Delivers changes to the webhooks of accounts. Off: no outbound requests, and no endpoints for webhooks.',
      ),
    allow: z
      .array(allowedTarget, 'must be a list of host names, addresses and ranges')
      .max(100, 'must have at most 100 entries')
      .default([])
      .describe(
        'What webhooks may reach besides public addresses: host names, addresses, ranges such as 10.1.0.0/16, or private (RFC 1918 and fc00::/7).',
      ),
  }),
  log: z.strictObject({
    level: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
      .default('info')
      .describe('Least severe kind of line that is logged; JSON lines on stdout, pretty on a terminal.'),
  }),
  metrics: z.strictObject({
    enabled: flag().default(false).describe('Serves GET /metrics in Prometheus text format.'),
  }),
});

export type Settings = z.output<typeof settingsSchema>;
