import { createHmac, hkdfSync } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { Clock, Entropy } from '../../../application/ports/environment.ts';
import type {
  ClaimOutcome,
  IdempotentResponses,
  RepeatableRequest,
  ResponseClaim,
} from '../../../application/ports/idempotent-responses.ts';
import { toHex } from '../../../domain/text/to-hex.ts';
import { decrypt, encrypt } from '../crypto/sealed-bytes.ts';
import type { SharedRecords } from './shared-records.ts';

const RESPONSE_MS = 24 * 60 * 60 * 1000;
const CLAIM_MS = 60 * 1000;
const SECRET_BYTES = 32;
const CLAIM_BYTES = 16;
const SEALED_AS = ['ph.response.v1'] as const;

const compress = promisify(deflateRaw);
const decompress = promisify(inflateRaw);

/** A record: when it expires, the digest of the request, and the response, or who claims it. */
const RECORD = /^(\d+) ([0-9a-f]{64}) (?:claim\.[0-9a-f]+|r1\.([\w-]+))$/;

/** The secrets of one idempotency key of an account. They follow from the API key, which no storage has in clear text. */
interface RequestSecrets {
  /** The name of the record. */
  readonly name: string;
  readonly digest: string;
  readonly seal: Buffer;
}

/**
 * Responses as records, each sealed with a secret that follows from the API key of its request: they hold prompts and
 * secrets of webhooks, and nobody else can read them, nor anybody after the key was reset.
 */
export class RecordedResponses implements IdempotentResponses {
  constructor(
    private readonly records: SharedRecords,
    private readonly clock: Clock,
    private readonly entropy: Entropy,
  ) {}

  async claim(request: RepeatableRequest): Promise<ClaimOutcome> {
    const secrets = deriveSecrets(request);
    const [found] = await this.records.read([secrets.name]);
    const at = this.clock.now();
    const [, expiresAt, digest, sealed] = RECORD.exec(found ?? '') ?? [];
    if (Number(expiresAt) > at.getTime()) {
      if (digest !== secrets.digest) return { kind: 'reused' };
      if (sealed === undefined) return { kind: 'in-progress' };
      return { kind: 'answered', response: await decompress(decrypt(secrets.seal, sealed, SEALED_AS)) };
    }
    const claimed = printRecord(at, CLAIM_MS, secrets, `claim.${toHex(this.entropy.bytes(CLAIM_BYTES))}`);
    const isClaimed = await this.records.replace({ key: secrets.name, replaced: found, ...claimed, at });
    await this.records.deleteExpired(at);
    return isClaimed ? { kind: 'claimed', claim: this.toClaim(secrets, claimed.text) } : { kind: 'in-progress' };
  }

  private toClaim(secrets: RequestSecrets, replaced: string): ResponseClaim {
    const key = secrets.name;
    return {
      complete: async (response) => {
        const at = this.clock.now();
        const sealed = `r1.${encrypt(secrets.seal, await compress(response), SEALED_AS)}`;
        await this.records.replace({ key, replaced, ...printRecord(at, RESPONSE_MS, secrets, sealed), at });
      },
      release: async () => {
        const at = this.clock.now();
        await this.records.replace({ key, replaced, text: undefined, at, expiresAt: at });
      },
    };
  }
}

function printRecord(at: Date, lifeMs: number, { digest }: RequestSecrets, state: string) {
  const expiresAt = new Date(at.getTime() + lifeMs);
  return { text: `${expiresAt.getTime()} ${digest} ${state}`, expiresAt };
}

function deriveSecrets({ credential, idempotencyKey, content }: RepeatableRequest): RequestSecrets {
  const derived = Buffer.from(
    hkdfSync('sha256', credential.reveal(), '', `ph.idempotency.v1 ${idempotencyKey}`, 3 * SECRET_BYTES),
  );
  const digest = createHmac('sha256', derived.subarray(SECRET_BYTES, 2 * SECRET_BYTES));
  for (const part of content) digest.update(`${part.length}:`).update(part);
  return {
    name: derived.subarray(0, SECRET_BYTES).toString('hex'),
    digest: digest.digest('hex'),
    seal: derived.subarray(2 * SECRET_BYTES),
  };
}
