interface StatusAndBody {
  readonly status: number;
  readonly body: unknown;
}

/**
 * Retries a setup request while its password hashing times out: hashing has the lowest priority and may be slow on a
 * busy machine. A request that timed out may still have taken effect.
 */
export async function retryWhileHashing<Result extends StatusAndBody>(send: () => Promise<Result>): Promise<Result> {
  for (;;) {
    const result = await send();
    if (!isHashingTimeout(result)) return result;
  }
}

const isHashingTimeout = ({ body }: StatusAndBody): boolean =>
  typeof body === 'object' && body !== null && 'code' in body && (body.code === 'busy' || body.code === 'timeout');
