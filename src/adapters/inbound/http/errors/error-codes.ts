/** Every `code` of an error response of the API with its status. docs/api.md explains them. */
export const apiErrors = {
  malformed_json: 400,
  bad_query: 400,
  range_too_large: 400,
  body_incomplete: 400,
  host_missing: 400,
  host_repeated: 400,
  malformed_target: 400,
  malformed_request: 400,
  not_found: 404,
  prompt_not_found: 404,
  version_not_found: 404,
  label_not_found: 404,
  webhook_not_found: 404,
  delivery_not_found: 404,
  webhooks_disabled: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  name_taken: 409,
  email_taken: 409,
  type_mismatch: 409,
  archived: 409,
  included_by: 409,
  breaking_change: 409,
  nothing_to_roll_back: 409,
  label_protected: 409,
  too_many_webhooks: 409,
  conflict: 409,
  gone: 410,
  precondition_failed: 412,
  body_too_large: 413,
  unsupported_media_type: 415,
  host_unknown: 421,
  invalid: 422,
  variables_invalid: 422,
  includes_invalid: 422,
  render_too_large: 422,
  not_expressible: 422,
  quota_exceeded: 422,
  idempotency_key_reused: 422,
  too_many_failures: 429,
  too_many_signups: 429,
  busy: 429,
  too_many_streams: 429,
  headers_too_large: 431,
  internal_error: 500,
  storage_unavailable: 503,
  storage_full: 503,
  clock_off: 503,
  keyring_replaced: 503,
  draining: 503,
  timeout: 503,
} as const;

/** Codes that only the pages of the dashboard can get, and the first also MCP clients in browsers. */
const dashboardErrors = {
  cross_origin: 403,
  setup_token_invalid: 403,
  setup_token_expired: 403,
  session_not_found: 404,
} as const;

/** Codes that no client gets: their status appears in the log, the metrics and the statistics only. */
const unsentErrors = {
  /** The client disconnected before the response. The status that proxies log for it. */
  client_gone: 499,
} as const;

const statuses = { ...apiErrors, ...dashboardErrors, ...unsentErrors };

export type ErrorCode = keyof typeof statuses;

export const statusOf = (code: ErrorCode): number => statuses[code];
