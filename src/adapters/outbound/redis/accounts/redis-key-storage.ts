import type { KeyStorage, RotationPage } from '../../../../application/ports/key-storage.ts';
import { type AccountId, parseAccountId } from '../../../../domain/accounts/account.ts';
import type { Credential } from '../../../../domain/accounts/actor.ts';
import type { KeyDigest, SealedKey, StoredKey } from '../../../../domain/accounts/api-key.ts';
import { type KeyRotation, rotationRecordsMax } from '../../../../domain/accounts/key-rotation.ts';
import { type PromptsState, revisionIn } from '../../../../domain/prompts/write-id.ts';
import { BoundedCache } from '../../../limits/bounded-cache.ts';
import { identityFromRow } from '../../rows/account-row.ts';
import { fromRotationRow } from '../../rows/rotation-row.ts';
import { type AccountKeys, accountKeys } from '../account-keys.ts';
import { type RedisStore, readScript } from '../connection/redis-store.ts';
import { credentialValues, HAS_CREDENTIAL, rejectRetired, requireCredential } from '../credential-guard.ts';
import { KEY_NAMES, type PromptKeys, promptKeys } from '../prompts/prompt-keys.ts';
import { STATE } from '../prompts/prompt-read-scripts.ts';

/** False if the account does not hold the key with this digest. */
const STATE_OF_HOLDER = readScript(
  `${KEY_NAMES}${STATE}
return redis.call('HGET', KEYS[1], 'key_digest') == ARGV[1] and promptsState()`,
);

/** Compare and swap. If the new key is already stored, this is a retry of our own write: report success. */
const SWAP_KEY = `${HAS_CREDENTIAL}
  local held = redis.call('HGET', KEYS[1], 'key_digest')
  if held ~= ARGV[1] and held ~= ARGV[2] then return 'superseded' end
  ${requireCredential('ARGV[7]', 'ARGV[8]')}
  redis.call('HSET', KEYS[1], 'key_digest', ARGV[2], 'key_sealed', ARGV[3], 'key_issued_at', ARGV[4])
  if held == ARGV[1] then
    local number = redis.call('HINCRBY', KEYS[1], 'rotations', 1)
    redis.call('LPUSH', KEYS[2], number .. ' ' .. ARGV[5])
    redis.call('LTRIM', KEYS[2], 0, ARGV[6] - 1)
  end
  return 'applied'`;

/** Finds the record of a rotation, and rewrites it in place so that the write waits for the replicas again. */
const CONFIRM_ROTATION = `
  for index, record in ipairs(redis.call('LRANGE', KEYS[1], 0, -1)) do
    if string.find(record, ARGV[1], 1, true) then
      redis.call('LSET', KEYS[1], index - 1, record)
      return 1
    end
  end
  return 0`;

/** If the key is already resealed, this is a retry of our own write: report success. */
const RESEAL = `
  local digest, sealed = unpack(redis.call('HMGET', KEYS[1], 'key_digest', 'key_sealed'))
  if digest ~= ARGV[1] or (sealed ~= ARGV[2] and sealed ~= ARGV[3]) then return 'superseded' end
  redis.call('HSET', KEYS[1], 'key_sealed', ARGV[3])
  return 'resealed'`;

const LIKELY_OWNERS_MAX = 10_000;

export class RedisKeyStorage implements KeyStorage {
  private readonly keys: AccountKeys;
  private readonly promptKeys: PromptKeys;
  /** The account that each key belonged to when it was last found. Never proof of anything: the account decides, every time. */
  private readonly likelyOwners = new BoundedCache<AccountId>(LIKELY_OWNERS_MAX);

  constructor(private readonly store: RedisStore) {
    this.keys = accountKeys(store);
    this.promptKeys = promptKeys(store);
  }

  async findByDigest(digest: KeyDigest) {
    return this.findHolder(digest, async (id) => {
      const key = this.keys.account(id);
      const [held, email, name] = await this.store.read((client) => client.hmget(key, 'key_digest', 'email', 'name'));
      // The hint and the account are two reads: a rotation between them must not resurrect a retired key.
      return held === digest ? identityFromRow({ id, email, name }) : undefined;
    });
  }

  async findWithRevision(digest: KeyDigest) {
    return this.findHolder(digest, async (id) => {
      const state = await this.store.readScript(STATE_OF_HOLDER, this.promptKeys.ofScripts(id), [digest]);
      return state === null ? undefined : { id, ...stateIn(String(state)) };
    });
  }

  /** Adds the new hint, swaps the key, then deletes the old hint: a crash anywhere leaves one valid key. */
  async apply(rotation: KeyRotation, credential?: Credential) {
    const { accountId, retired, issued } = rotation;
    await this.store.command('SET', this.keys.hint(issued.digest), accountId);

    const result = await this.store.script(
      SWAP_KEY,
      [this.keys.account(accountId), this.keys.rotations(accountId)],
      [
        retired,
        issued.digest,
        issued.sealed,
        issued.issuedAt.getTime(),
        serializeRotation(rotation),
        rotationRecordsMax,
        ...credentialValues({ credential }),
      ],
    );

    const obsolete = result === 'applied' ? retired : issued.digest;
    await this.store.delete(this.keys.hint(obsolete));
    return rejectRetired(result) === 'applied' ? 'applied' : 'superseded';
  }

  async wasApplied({ accountId, issued }: KeyRotation) {
    return (await this.store.script(CONFIRM_ROTATION, [this.keys.rotations(accountId)], [issued.digest])) === 1;
  }

  async reseal(accountId: AccountId, held: StoredKey, sealed: SealedKey) {
    const values = [held.digest, held.sealed, sealed];
    const result = await this.store.script(RESEAL, [this.keys.account(accountId)], values);
    return result === 'resealed' ? 'resealed' : 'superseded';
  }

  async rotations(accountId: AccountId, { before, limit }: RotationPage) {
    const key = this.keys.rotations(accountId);
    const newest = before === undefined ? 0 : await this.indexBelow(key, before);
    const records = await this.store.read((client) => client.lrange(key, newest, newest + limit - 1));
    return records.map(parseRotation).filter(({ number }) => before === undefined || number < before);
  }

  /** Asks the account that held the key the last time first. If it does not hold it, the index tells which one may. */
  private async findHolder<Found>(
    digest: KeyDigest,
    findIn: (id: AccountId) => Promise<Found | undefined>,
  ): Promise<Found | undefined> {
    const likely = this.likelyOwners.get(digest);
    const found = likely && (await findIn(likely));
    if (found) return found;
    const hinted = await this.findHint(digest);
    const holder = hinted && (await findIn(hinted));
    if (hinted && holder) this.likelyOwners.set(digest, hinted);
    return holder;
  }

  private async findHint(digest: KeyDigest): Promise<AccountId | undefined> {
    const hinted = await this.store.read((client) => client.get(this.keys.hint(digest)));
    if (hinted !== null) return parseAccountId(hinted);
    await this.store.assertNotEmpty();
    return undefined;
  }

  /** Numbers count down by one from the newest record, so the index of a number follows from the newest one. */
  private async indexBelow(key: string, before: number): Promise<number> {
    const newest = await this.store.read((client) => client.lindex(key, 0));
    return newest === null ? 0 : Math.max(0, parseRotation(newest).number - before + 1);
  }
}

function stateIn(reply: string) {
  const promptsState = reply as PromptsState;
  return { promptsRevision: revisionIn(promptsState), promptsState };
}

const serializeRotation = ({ issued, origin }: KeyRotation): string =>
  JSON.stringify({
    issued_digest: issued.digest,
    rotated_at: issued.issuedAt.getTime(),
    rotated_by: origin.by,
    address: origin.address,
  });

function parseRotation(text: string) {
  const end = text.indexOf(' ');
  return fromRotationRow({ ...JSON.parse(text.slice(end + 1)), number: text.slice(0, end) });
}
