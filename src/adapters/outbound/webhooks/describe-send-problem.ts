import { explainConnection, type ServerKind } from '../host/connection-problem.ts';
import { TargetBlocked } from './checked-targets.ts';

/** The cures are empty because only the problem is shown, to the owner of the webhook. */
const RECEIVER: ServerKind = {
  name: 'the receiver',
  trustCure: '',
  plainCure: '',
  clientCertificateCure: '',
  tlsCure: '',
};

/** A request got no response, for a reason that its message tells the owner of the webhook. */
export class SendProblem extends Error {
  override readonly name = 'SendProblem';
}

/** Why a request got no response. Messages of Node.js name addresses, which may be internal; they are not shown. */
export function describeSendProblem(error: unknown): string {
  if (error instanceof TargetBlocked || error instanceof SendProblem) return error.message;
  if (!(error instanceof Error)) return 'the request failed';
  const explanation = explainConnection(error, RECEIVER);
  if (explanation) return explanation.problem;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code?.startsWith('HPE_')) return 'the response is not valid HTTP';
  return code === undefined ? 'the request failed' : `the request failed (${code})`;
}
