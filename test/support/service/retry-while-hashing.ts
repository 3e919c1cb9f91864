interface Answered {
  readonly status: number;
  readonly body: unknown;
}

/**
 * Asks again while a password was not hashed in time, for what a test begins with and is not about: hashing stands
 * behind everything else, and on a busy machine that is a long way. What was asked for may be done nonetheless.
 */
export async function retryWhileHashing<Answer extends Answered>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (!isTooLate(answer)) return answer;
  }
}

const isTooLate = ({ body }: Answered): boolean =>
  typeof body === 'object' && body !== null && 'code' in body && (body.code === 'busy' || body.code === 'timeout');
