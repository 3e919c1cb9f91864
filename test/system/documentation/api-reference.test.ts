import { describe, expect, it } from 'vitest';
import { apiRoutes } from '../../../src/adapters/inbound/api/api-routes.ts';
import { OpenApiDocument } from '../../../src/adapters/inbound/api/docs/openapi.ts';
import { apiErrors } from '../../../src/adapters/inbound/http/errors/error-codes.ts';
import { PROBLEM_CODES } from '../../../src/domain/problem.ts';
import { type ApiDocument, apiText } from './api-text.ts';
import { recordExamples } from './record-examples.ts';

const INTRODUCTION = `# API

Generated from the schemas that validate requests; the examples are recorded from a service. Machine-readable at \`/api/openapi.json\`, interactive at \`/api/docs\`.

- JSON in UTF-8. Times are ISO 8601 in UTC with milliseconds. Sizes are UTF-8 bytes. Unknown request fields are rejected.
- The key goes into \`Authorization: Bearer ph_…\`. A prompt in a path, \`{ref}\`, is its id or its URL-encoded name.
- A label is a lower-case letter followed by up to 35 of a-z, 0-9, . _ -; \`latest\` is computed and cannot be set.
- Bodies: 4 KiB under \`/api/auth\`, 32 MiB for an import, 1 MiB elsewhere; 32 levels deep, 37 for an import; at most 50,000 values, 1,000,000 in an
  import, counted before anything is parsed. Every request gets a response within 4 seconds.
- Lists have \`nextCursor\`, null on the last page, and the next page as \`Link: <…>; rel="next"\`. A page with \`include=content\`, or of versions, ends before it exceeds 4 MiB.
- Heavy work runs 4 at a time per account and 16 per process: rendering or publishing with includes or more than 200 tags, long renderings, diff, import, export, lists with content
  and search. More of it waits for up to 2 seconds, then is 429 \`busy\`.
- At most 32 requests of an account are handled at a time, and all bodies share 96 MiB of memory, all responses 64 MiB, an account at most half of what others leave: beyond any of these, a request waits for a moment and
  is then 429 \`busy\`. Verifying and resetting the key, and responses to changes, are never refused so.
- Export and import also work line by line, for accounts of any size: \`GET /api/export\` with \`Accept: application/x-ndjson\` sends a header line, then one prompt per line,
  included prompts first; \`POST /api/import\` with \`Content-Type: application/x-ndjson\` takes the same lines, each up to 32 MiB, writes each prompt by itself, and sends
  \`{"line", "name", "result"}\` or \`{"line", "error", "code", "details"?}\` for each while it reads. A broken line does not stop the others. Read the response while you send.
  A line must arrive in 30 s, and at 16 KiB a second after its first 10 s, as bodies of more than 16 KiB: otherwise it is the last one, with \`request_timeout\`. A service that
  stops ends with \`{"line", "code":"stopping"}\`: send that line and those after it again.
- \`X-Request-Id\` is echoed if it is 1 to 128 of A-Z, a-z, 0-9, . _ -; otherwise one is generated.

## Generated clients

Clients that [openapi-typescript](https://openapi-ts.dev), [Hey API](https://heyapi.dev) and [Orval](https://orval.dev) generate from \`/api/openapi.json\` compile in strict mode
and are tested against the service. They encode the slashes in names, Orval only with \`urlEncodeParameters\`.

\`\`\`console
npx openapi-typescript http://127.0.0.1:3000/api/openapi.json --output prompthold.ts
npx @hey-api/openapi-ts --input http://127.0.0.1:3000/api/openapi.json --output prompthold
npx orval --config orval.config.ts
\`\`\`

With \`openapi-fetch\`, \`createClient<paths, 'application/json'>\` leaves out the responses of other types. For Orval, in \`orval.config.ts\`:

\`\`\`ts
export default {
  prompthold: {
    input: 'http://127.0.0.1:3000/api/openapi.json',
    output: {
      target: 'prompthold.ts',
      client: 'fetch',
      baseUrl: 'http://127.0.0.1:3000',
      urlEncodeParameters: true,
      override: { contentType: { include: ['application/json'] } },
    },
  },
};
\`\`\`

## Repeating a request

Reading, \`PUT\`, \`PATCH\` and \`DELETE\` can be repeated without harm. A \`POST\` that creates something (a prompt, a version, a webhook) takes an \`Idempotency-Key\` of 1 to 128 visible ASCII
characters, such as a UUID: for 24 hours, the same request with the same key gets the response of the first one, on every instance, whatever has changed since. So a client that got no response
sends the request again and knows that it is handled once.

- Another request with the same key (method, path or body) is 422 \`idempotency_key_reused\`. While the first one is still being handled, it is 409 \`conflict\` with \`Retry-After\`.
- Only what was created is kept: after a rejection or an outage, the same request is tried again. If a process is killed while it handles a request, its key can be used again after a minute;
  a prompt that it has created is then 409 \`name_taken\`, and a version with the same content \`unchanged\`.
- Keys belong to the API key that they were sent with, and end with it. The responses are stored encrypted with it: neither operators nor a copy of the storage can read them. They are
  not part of backups and copies. An account may have 64 MiB of them in a day on each process, then 429 \`busy\`.
- \`POST /api/import\` needs no key: imported again, a prompt is \`unchanged\` with \`mode=merge\` and \`skipped\` with \`mode=skip\`. People who are signed in to the dashboard send none.

## Versions of the API

The API has no version in its paths, because it only grows. Within a major version of Prompthold, no operation, field, code or status is removed or gets another meaning. New fields,
codes, event types and optional parameters may appear in any release: ignore fields that you do not know, and treat an unknown code by its status. The wording of \`error\` and \`message\` may
change at any time.

What a later major version removes is announced at least 12 months before, in the changelog and in each response: \`Deprecation: @<time>\` (RFC 9745), \`Sunset: <date>\` (RFC 8594) and
\`Link: <…>; rel="deprecation"\` with what to use instead. Nothing is deprecated at the moment.

## Errors

\`{"error", "code", "details"?: [{"path", "problem", "message"}], "requestId"}\`. Only a 401 is different: it is exactly \`{"error":"Unauthorized"}\`.

- \`error\` is for people: a sentence that names what is wrong and, where it helps, the cure, such as
  \`No prompt named support/replay. Did you mean support/reply?\` or \`support/reply has no version 7; the newest is 3.\` Its wording may change.
- Programs should use the status, \`code\` and \`details\`, which has one entry per problem: \`path\` is a field of the request, a query parameter, a variable or a prompt,
  \`problem\` one of the codes below, and \`message\` a sentence for people. A rendering reports all problems at once: \`missing\`, \`unknown\`, \`type\` or \`enum\` for each variable.
- A slash in the name of a prompt is \`%2F\` in a path: \`/api/prompts/support%2Freply\`. The 404 for \`/api/prompts/support/reply\` says so.
- The codes of \`problem\`: ${PROBLEM_CODES.map((code) => `\`${code}\``).join(', ')}. A later release may add codes.

| Status | \`code\` | Meaning |
|---|---|---|
| 400 | \`malformed_json\`, \`bad_query\`, \`range_too_large\`, \`body_incomplete\`, \`host_missing\`, \`host_repeated\`, \`malformed_target\`, \`malformed_request\` | the request cannot be parsed |
| 401 | | no key, or an invalid one; wrong e-mail or password |
| 404 | \`not_found\`, \`prompt_not_found\`, \`version_not_found\`, \`label_not_found\`, \`webhook_not_found\`, \`delivery_not_found\`, \`webhooks_disabled\` | does not exist, or belongs to another account |
| 405 | \`method_not_allowed\` | see \`Allow\` |
| 408 | \`request_timeout\` | the request took too long to arrive |
| 409 | \`name_taken\`, \`email_taken\`, \`type_mismatch\`, \`archived\`, \`included_by\`, \`breaking_change\`, \`nothing_to_roll_back\`, \`label_protected\`, \`too_many_webhooks\`, \`conflict\` | conflicts with the current state; \`details\` names the obstacle |
| 410 | \`gone\` | events after this position were deleted or lost: [read everything again](events.md#when-events-are-gone) |
| 412 | \`precondition_failed\` | the resource has changed: read it again |
| 413 | \`body_too_large\` | |
| 415 | \`unsupported_media_type\` | send \`application/json\`, or \`application/x-ndjson\` to an import |
| 421 | \`host_unknown\` | the service listens on a loopback address, and [the host is none of its names](security.md#names-of-the-service) |
| 422 | \`invalid\`, \`variables_invalid\`, \`includes_invalid\`, \`render_too_large\` | well-formed but invalid; one entry in \`details\` per problem |
| 422 | \`idempotency_key_reused\` | [another request](#repeating-a-request) was sent with this \`Idempotency-Key\` in the last 24 hours |
| 422 | \`not_expressible\` | the client of [another tool's API](litellm.md#what-is-refused) would render the prompt differently; \`details\` names the tags and their lines |
| 422 | \`quota_exceeded\` | the account would store more than it may; \`details\` names the quota, its use and its limit, as \`GET /api/limits\` does; of an import, \`data\` has the result of each prompt, \`not-imported\` for those that were left out |
| 429 | \`too_many_failures\`, \`too_many_signups\`, \`busy\`, \`too_many_streams\` | wait for \`Retry-After\` seconds |
| 431 | \`headers_too_large\` | more than 8 KiB |
| 500 | \`internal_error\` | a bug in Prompthold; search the log for the \`requestId\` |
| 503 | \`storage_unavailable\`, \`storage_full\`, \`clock_off\`, \`keyring_replaced\`, \`draining\`, \`timeout\` | retry after \`Retry-After\` seconds; says nothing about the key. \`storage_full\`: prompts cannot be written until an operator makes room |
`;

describe('the examples in the OpenAPI document', () => {
  it('are what the service responds (update: npx vitest run test/system/documentation -u)', async () => {
    const examples = await recordExamples();

    await expect(`${JSON.stringify(examples, null, 2)}\n`).toMatchFileSnapshot(
      '../../../src/adapters/inbound/api/docs/recorded-examples.json',
    );
  });
});

describe('docs/api.md', () => {
  it('describes every endpoint as generated from the schemas (update: npx vitest run test/system/documentation -u)', async () => {
    const examples = await recordExamples();
    const text = apiText(OpenApiDocument.of(apiRoutes, '', '', examples) as unknown as ApiDocument, examples);

    await expect(`${INTRODUCTION}\n${text}\n`).toMatchFileSnapshot('../../../docs/api.md');
  });

  it('lists every error code with its status, and no other', () => {
    const rows = INTRODUCTION.matchAll(/^\| (\d{3}) \|([^|]*)\|/gm);
    const named = Array.from(rows, ([, status, cell = '']) =>
      Array.from(cell.matchAll(/\w+/g), ([code]) => [code, Number(status)] as const),
    ).flat();

    expect(Object.fromEntries(named)).toEqual(apiErrors);
  });
});
