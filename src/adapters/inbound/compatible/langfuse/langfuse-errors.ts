import { type RejectedOutcome, rejectBrokenIncluders, toRejection } from '../../api/prompts/prompt-rejections.ts';
import { breakingChange } from '../../api/prompts/prompt-sentences.ts';
import { printText } from '../../http/errors/printed-text.ts';
import { type ErrorShape, Rejection } from '../../http/errors/rejection.ts';

/** Clients know one status for everything that is wrong with a request. */
const BAD_REQUEST = 400;
const BAD_REQUESTS = new Set([409, 410, 412, 422]);

const NAMES: Readonly<Record<number, string>> = {
  400: 'InvalidRequestError',
  404: 'LangfuseNotFoundError',
  405: 'MethodNotAllowedError',
  408: 'RequestTimeoutError',
  429: 'TooManyRequestsError',
  503: 'ServiceUnavailableError',
};

const statusOf = ({ status }: Rejection): number => (BAD_REQUESTS.has(status) ? BAD_REQUEST : status);

/** `{message, error, code, requestId}`, where our errors are `{error, code, details, requestId}`. */
export const langfuseErrors: ErrorShape = {
  statusOf,
  bodyOf: (rejection, requestId) => {
    const { code, sentence, extras } = rejection;
    const status = statusOf(rejection);
    // Clients show nothing but the message.
    const message = status === BAD_REQUEST && !isAboutThisApi(rejection) ? `${code}: ${sentence}` : sentence;
    const error = NAMES[status] ?? (status < 500 ? 'InvalidRequestError' : 'InternalServerError');
    return { message, error, code, details: extras.details, requestId };
  },
};

/** The sentence of a rejection without details says everything. */
const isAboutThisApi = ({ code, extras }: Rejection): boolean => code === 'bad_query' && extras.details === undefined;

/** Label or version that a client asked for, as Langfuse names it. */
export type Wanted = { readonly label: string } | { readonly version: string | number } | undefined;

const MISSING = {
  'not-found': 'prompt_not_found',
  'label-not-found': 'label_not_found',
  'version-not-found': 'version_not_found',
} as const;

/** Uses the wording of Langfuse, which applications may look for. */
export function rejectMissing(name: string, wanted?: Wanted, kind: keyof typeof MISSING = 'not-found'): Rejection {
  const problem = `Prompt not found: '${name}'`;
  return new Rejection(MISSING[kind], { sentence: wanted ? `${problem} with ${describeWanted(wanted)}` : problem });
}

const describeWanted = (wanted: NonNullable<Wanted>): string =>
  'label' in wanted ? `label '${wanted.label}'` : `version ${wanted.version}`;

/** `cure` is how a caller moves labels although that breaks others. */
export function rejectLangfuse(outcome: RejectedOutcome, name: string, wanted: Wanted, cure: string): Rejection {
  switch (outcome.kind) {
    case 'not-found':
    case 'label-not-found':
    case 'version-not-found':
      return rejectMissing(name, wanted, outcome.kind);
    case 'breaking': {
      const { code, extras } = toRejection(outcome, printText(name), '');
      return new Rejection(code, { ...extras, sentence: breakingChange(outcome.changes, cure) });
    }
    case 'breaks-includers':
      return rejectBrokenIncluders(outcome, '', cure);
    default:
      return toRejection(outcome, printText(name), '');
  }
}
